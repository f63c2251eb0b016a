@NullMarked
package dev.tidemill.metrics.read;

import org.jspecify.annotations.NullMarked;
