@NullMarked
package dev.tidemill.sources.stage;

import org.jspecify.annotations.NullMarked;
