@NullMarked
package dev.tidemill.metrics.ingest;

import org.jspecify.annotations.NullMarked;
