@NullMarked
package dev.tidemill.sources.bigquery;

import org.jspecify.annotations.NullMarked;
