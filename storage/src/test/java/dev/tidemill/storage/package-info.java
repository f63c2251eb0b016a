@NullMarked
package dev.tidemill.storage;

import org.jspecify.annotations.NullMarked;
