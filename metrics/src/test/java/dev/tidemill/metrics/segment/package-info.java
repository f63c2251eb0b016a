@NullMarked
package dev.tidemill.metrics.segment;

import org.jspecify.annotations.NullMarked;
