/**
 * One plan, several engines.
 *
 * <p>Promise: what a {@link dev.tidemill.sql.SqlEngine} is asked through this seam means the same
 * on every engine, value for value; what engines do differently (division, similarity, collation,
 * comparison of NaN) is not part of it and is computed in Java. A session holds its own limits,
 * sees only the inputs attached to it, and after {@code seal()} can reach nothing else: no file, no
 * network, no extension.
 *
 * <p>Authoritative for data are the input files, which a session never changes, and the files it
 * wrote; a session itself holds nothing that outlives it.
 */
@NullMarked
package dev.tidemill.sql;

import org.jspecify.annotations.NullMarked;
