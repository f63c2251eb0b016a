/**
 * OpenSearch and Elasticsearch as a source: documents as rows, one index, alias or data stream as a
 * table.
 *
 * <p>Promise: all chunks are of one moment, that of a point in time at the server which the session
 * keeps alive; every answer must be whole (no failed shard, no time-out), and what was read is
 * compared with what the server counted. A value that the server has not indexed as its mapping
 * says, or that holds several where a column holds one, is an error by name.
 */
@NullMarked
package dev.tidemill.sources.opensearch;

import org.jspecify.annotations.NullMarked;
