/**
 * State machines as data.
 *
 * <p>Promise: what may follow what is written once, in a {@link
 * dev.tidemill.core.state.TransitionTable}; the diagrams under {@code docs/diagrams} are generated
 * from it, and a machine's tests fail when one of its transitions was never exercised. Being asked
 * to stop and having stopped are different states everywhere.
 */
@NullMarked
package dev.tidemill.core.state;

import org.jspecify.annotations.NullMarked;
