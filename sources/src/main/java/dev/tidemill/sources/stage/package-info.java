/**
 * The jobs that stage a source.
 *
 * <p>Promise: a part counts when its job settled, holds exactly the rows of its chunk, and carries
 * their count and hash. All parts of one plan are of one snapshot, or the plan says {@code fuzzy}.
 * The session that holds the snapshot is handed to a {@link
 * dev.tidemill.sources.stage.SessionKeeper} before the chunks exist; when it dies, every further
 * chunk fails with {@code SOURCE_SNAPSHOT_LOST} and the source is staged anew. An interruption ends
 * the query at the server.
 */
@NullMarked
package dev.tidemill.sources.stage;

import org.jspecify.annotations.NullMarked;
