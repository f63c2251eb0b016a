/** What every module stands on: time, ids, errors, states, lifecycle and the registries. No I/O. */
@NullMarked
package dev.tidemill.core;

import org.jspecify.annotations.NullMarked;
