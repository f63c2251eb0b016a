/**
 * PostgreSQL: binary COPY by page ranges under one exported snapshot.
 *
 * <p>Promise: the chunks of a session are of the session's one moment, whoever reads them; once the
 * session has ended, no further chunk is read rather than one of another moment. A stream that ends
 * early or makes no sense is an error, never fewer or other rows.
 *
 * <p>The table is locked against rewriting (ACCESS SHARE) before the moment is chosen, because
 * TRUNCATE and rewriting ALTER TABLE are not undone for older snapshots.
 */
@NullMarked
package dev.tidemill.sources.postgres;

import org.jspecify.annotations.NullMarked;
