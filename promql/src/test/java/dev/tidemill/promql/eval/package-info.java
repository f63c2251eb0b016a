@NullMarked
package dev.tidemill.promql.eval;

import org.jspecify.annotations.NullMarked;
