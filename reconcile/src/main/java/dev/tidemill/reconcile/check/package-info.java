/**
 * A recipe against the columns its sources really have.
 *
 * <p>Promise: what passes here has every column it names and compares only what can be compared, so
 * that a run does not fail half way for a reason that could be known before. Pure.
 */
@NullMarked
package dev.tidemill.reconcile.check;

import org.jspecify.annotations.NullMarked;
