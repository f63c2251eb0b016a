/**
 * Reconciliation over HTTP.
 *
 * <p>Promise: a recipe is refused with all its problems or becomes a run; evidence is answered
 * whole or the connection is cut.
 */
@NullMarked
package dev.tidemill.server.reconcile;

import org.jspecify.annotations.NullMarked;
