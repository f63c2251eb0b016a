package dev.tidemill.adapters;

import dev.tidemill.scale.CapabilitySet;

/** What an adapter may start: how many groups, of how many workers, able to do what. */
public record AdapterLimits(int maxGroups, int workersPerGroup, CapabilitySet capabilities) {}
