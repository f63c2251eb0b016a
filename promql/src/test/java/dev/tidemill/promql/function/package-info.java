@NullMarked
package dev.tidemill.promql.function;

import org.jspecify.annotations.NullMarked;
