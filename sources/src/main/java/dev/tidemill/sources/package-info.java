/**
 * Where data come from: connectors, how a table is cut into chunks, and how it is staged as
 * Parquet.
 *
 * <p>Promise: what is staged is the source as it was at one moment, whole and each row once; or the
 * result says that the source could not give that, or staging fails with the cause.
 */
@NullMarked
package dev.tidemill.sources;

import org.jspecify.annotations.NullMarked;
