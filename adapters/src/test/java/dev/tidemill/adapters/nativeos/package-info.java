@NullMarked
package dev.tidemill.adapters.nativeos;

import org.jspecify.annotations.NullMarked;
