@NullMarked
package dev.tidemill.scale.log;

import org.jspecify.annotations.NullMarked;
