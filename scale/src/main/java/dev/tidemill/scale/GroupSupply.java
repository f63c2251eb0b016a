package dev.tidemill.scale;

/**
 * One group as its adapter and its workers report it.
 *
 * @param capabilities what it was started for
 * @param idle connected workers that have nothing to do
 * @param busy connected workers that have
 */
public record GroupSupply(
    GroupId id, CapabilitySet capabilities, GroupState state, int idle, int busy) {}
