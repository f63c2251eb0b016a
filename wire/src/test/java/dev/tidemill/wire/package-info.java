@NullMarked
package dev.tidemill.wire;

import org.jspecify.annotations.NullMarked;
