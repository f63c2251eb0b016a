@NullMarked
package dev.tidemill.scale;

import org.jspecify.annotations.NullMarked;
