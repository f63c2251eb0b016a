@NullMarked
package dev.tidemill.sql.parquet;

import org.jspecify.annotations.NullMarked;
