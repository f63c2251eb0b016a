package dev.tidemill.scale;

import java.util.List;

/** All a policy may know. The order of the lists means nothing. */
public record ScalingSnapshot(List<Demand> demand, List<AdapterSupply> adapters) {
  public ScalingSnapshot {
    demand = List.copyOf(demand);
    adapters = List.copyOf(adapters);
  }
}
