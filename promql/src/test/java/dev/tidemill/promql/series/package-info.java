@NullMarked
package dev.tidemill.promql.series;

import org.jspecify.annotations.NullMarked;
