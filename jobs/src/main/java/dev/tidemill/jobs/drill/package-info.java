/**
 * Jobs for rehearsals: {@code noop}, {@code sleep}, {@code fail} and {@code crash}. They let an
 * operator see how an installation behaves before real work depends on it.
 */
@NullMarked
package dev.tidemill.jobs.drill;

import org.jspecify.annotations.NullMarked;
