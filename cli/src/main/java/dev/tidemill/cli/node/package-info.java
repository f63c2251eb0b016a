/**
 * The long-running program: which parts a role has, how they are put together, how they go down.
 *
 * <p>Promise: the parts are the same in every layer; a role only says which of them run. Stopped in
 * the reverse order of their start; a second signal ends the process at once.
 */
@NullMarked
package dev.tidemill.cli.node;

import org.jspecify.annotations.NullMarked;
