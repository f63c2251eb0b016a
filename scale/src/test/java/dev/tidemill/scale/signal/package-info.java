@NullMarked
package dev.tidemill.scale.signal;

import org.jspecify.annotations.NullMarked;
