@NullMarked
package dev.tidemill.adapters.kubernetes;

import org.jspecify.annotations.NullMarked;
