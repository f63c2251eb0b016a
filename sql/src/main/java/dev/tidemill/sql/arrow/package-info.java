/**
 * Rows in bulk between Java and Parquet: what a source gives and a sink takes, what a writer
 * promises, and a reader by DuckDB and Arrow, a batch at a time.
 *
 * <p>Promise: a file that a {@link dev.tidemill.sql.arrow.ChunkWriter} made holds every row its
 * source gave, value for value, or there is no file. Memory is bounded by rows and bytes of a batch
 * and of a row group, whatever the number of rows. The native calls hold on to their thread: give
 * them a platform thread.
 */
@NullMarked
package dev.tidemill.sql.arrow;

import org.jspecify.annotations.NullMarked;
