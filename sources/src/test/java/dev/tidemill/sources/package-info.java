@NullMarked
package dev.tidemill.sources;

import org.jspecify.annotations.NullMarked;
