@NullMarked
package dev.tidemill.metrics.catalogue;

import org.jspecify.annotations.NullMarked;
