@NullMarked
package dev.tidemill.sql.arrow;

import org.jspecify.annotations.NullMarked;
