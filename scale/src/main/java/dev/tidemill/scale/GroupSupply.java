package dev.tidemill.scale;

import java.time.Duration;

/**
 * One group as its adapter and its workers report it.
 *
 * @param capabilities what it was started for
 * @param idle connected workers that have nothing to do
 * @param busy connected workers that have
 * @param remaining how long its work will still take, as far as anybody can tell
 */
public record GroupSupply(
    GroupId id,
    CapabilitySet capabilities,
    GroupState state,
    int idle,
    int busy,
    Reading<Duration> remaining) {

  /** With work of unknown length. */
  public GroupSupply(GroupId id, CapabilitySet capabilities, GroupState state, int idle, int busy) {
    this(id, capabilities, state, idle, busy, new Reading.Unknown<>("not measured"));
  }
}
