/**
 * {@link dev.tidemill.sql.SqlEngine} in this process. DuckDB's native library is loaded with the
 * first session and not before. After sealing, external access is off, but for the attached files
 * and the session's own folder, and the configuration is locked.
 */
@NullMarked
package dev.tidemill.sql.duckdb;

import org.jspecify.annotations.NullMarked;
