@NullMarked
package dev.tidemill.scale.control;

import org.jspecify.annotations.NullMarked;
