/**
 * BigQuery as a source.
 *
 * <p>Promise: what is staged is the result of one query, which BigQuery answers as of one moment
 * and keeps for a day as a table nobody else writes to. Chunks are ranges of that table's rows,
 * each read again as often as need be, by whomever; a range that does not give as many rows as it
 * has is an error. Values that their column's type cannot hold exactly are an error by name.
 *
 * <p>Proven against a stub of its REST API, not against BigQuery itself.
 */
@NullMarked
package dev.tidemill.sources.bigquery;

import org.jspecify.annotations.NullMarked;
