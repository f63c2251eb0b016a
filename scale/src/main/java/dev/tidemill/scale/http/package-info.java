/** Scaling as a server tells it. */
@NullMarked
package dev.tidemill.scale.http;

import org.jspecify.annotations.NullMarked;
