@NullMarked
package dev.tidemill.adapters.keda;

import org.jspecify.annotations.NullMarked;
