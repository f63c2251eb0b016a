@NullMarked
package dev.tidemill.core.secret;

import org.jspecify.annotations.NullMarked;
