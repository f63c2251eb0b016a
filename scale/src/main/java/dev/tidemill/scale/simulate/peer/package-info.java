/**
 * What other scalers would do with the same signals, written from their documents and defaults.
 * Each says what it was given that a user would have to find out: a target that fits the slots of a
 * worker. None of this is used to scale anything.
 */
@NullMarked
package dev.tidemill.scale.simulate.peer;

import org.jspecify.annotations.NullMarked;
