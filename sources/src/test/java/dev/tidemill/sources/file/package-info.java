@NullMarked
package dev.tidemill.sources.file;

import org.jspecify.annotations.NullMarked;
