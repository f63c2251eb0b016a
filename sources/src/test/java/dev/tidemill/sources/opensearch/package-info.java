@NullMarked
package dev.tidemill.sources.opensearch;

import org.jspecify.annotations.NullMarked;
