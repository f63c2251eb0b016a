/** Random queries on random data; a failure prints the seed that repeats it. */
@NullMarked
package dev.tidemill.promql.fuzz;

import org.jspecify.annotations.NullMarked;
