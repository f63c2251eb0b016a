/**
 * MariaDB and MySQL: rows as they come, by ranges of a key.
 *
 * <p>Promise: what one session reads by itself is of one moment. No other connection can join that
 * moment, so chunks read by others are each of their own, and {@link
 * dev.tidemill.sources.Snapshot.Kind#FUZZY} says so. Ranges are in the database's own order and
 * hold every key once.
 */
@NullMarked
package dev.tidemill.sources.mariadb;

import org.jspecify.annotations.NullMarked;
