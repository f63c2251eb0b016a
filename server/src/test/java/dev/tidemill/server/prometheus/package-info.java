@NullMarked
package dev.tidemill.server.prometheus;

import org.jspecify.annotations.NullMarked;
