/**
 * Scaling as it stands in the store: what the leader last told of adapters, who leads, decisions,
 * signals. Any process with the store can answer, whether it leads or not.
 */
@NullMarked
package dev.tidemill.scale.store;

import org.jspecify.annotations.NullMarked;
