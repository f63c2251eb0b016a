@NullMarked
package dev.tidemill.adapters;

import org.jspecify.annotations.NullMarked;
