@NullMarked
package dev.tidemill.storage.cache;

import org.jspecify.annotations.NullMarked;
