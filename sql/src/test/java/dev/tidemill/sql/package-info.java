@NullMarked
package dev.tidemill.sql;

import org.jspecify.annotations.NullMarked;
