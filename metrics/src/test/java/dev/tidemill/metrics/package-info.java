@NullMarked
package dev.tidemill.metrics;

import org.jspecify.annotations.NullMarked;
