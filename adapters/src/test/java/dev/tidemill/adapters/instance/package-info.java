@NullMarked
package dev.tidemill.adapters.instance;

import org.jspecify.annotations.NullMarked;
