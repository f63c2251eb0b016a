@NullMarked
package dev.tidemill.scale.store;

import org.jspecify.annotations.NullMarked;
