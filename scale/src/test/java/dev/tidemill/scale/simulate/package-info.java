@NullMarked
package dev.tidemill.scale.simulate;

import org.jspecify.annotations.NullMarked;
