@NullMarked
package dev.tidemill.adapters.link;

import org.jspecify.annotations.NullMarked;
