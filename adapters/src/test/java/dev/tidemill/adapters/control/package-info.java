@NullMarked
package dev.tidemill.adapters.control;

import org.jspecify.annotations.NullMarked;
