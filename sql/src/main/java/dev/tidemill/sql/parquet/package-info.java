/**
 * Rows written as Parquet, without an engine: values go into arrays of their column, arrays become
 * pages, and a page is compressed once.
 *
 * <p>Promise: as {@link dev.tidemill.sql.arrow.ChunkWriter} says. Memory is bounded by the bytes of
 * a row group and twice the longest value, whatever the number of rows. The encodings are chosen by
 * what they cost to make: packed differences for whole numbers, lengths apart from bytes for texts,
 * a dictionary for texts of few kinds; zstd behind all of them.
 */
@NullMarked
package dev.tidemill.sql.parquet;

import org.jspecify.annotations.NullMarked;
