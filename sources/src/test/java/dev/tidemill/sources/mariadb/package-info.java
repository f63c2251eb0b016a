@NullMarked
package dev.tidemill.sources.mariadb;

import org.jspecify.annotations.NullMarked;
