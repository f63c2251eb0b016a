/** Scaling over HTTP: signals, decisions, and what adapters need beside their stream. */
@NullMarked
package dev.tidemill.server.scale;

import org.jspecify.annotations.NullMarked;
