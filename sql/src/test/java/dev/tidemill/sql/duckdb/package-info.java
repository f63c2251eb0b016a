@NullMarked
package dev.tidemill.sql.duckdb;

import org.jspecify.annotations.NullMarked;
