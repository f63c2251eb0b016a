/**
 * The record of decisions.
 *
 * <p>Promise: a decision is stored with all it was made from and comes back equal, so that it can
 * be explained and replayed long after. A round in which nothing was asked, held or told that the
 * last stored one does not already say is not stored, but for one now and then that shows that
 * there was somebody who decided.
 */
@NullMarked
package dev.tidemill.scale.log;

import org.jspecify.annotations.NullMarked;
