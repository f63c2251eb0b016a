@NullMarked
package dev.tidemill.metrics.compact;

import org.jspecify.annotations.NullMarked;
