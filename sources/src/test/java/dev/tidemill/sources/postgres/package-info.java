@NullMarked
package dev.tidemill.sources.postgres;

import org.jspecify.annotations.NullMarked;
