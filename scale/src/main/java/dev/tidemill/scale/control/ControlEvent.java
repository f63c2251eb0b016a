package dev.tidemill.scale.control;

import dev.tidemill.scale.AdapterId;
import dev.tidemill.scale.AdapterSupply.WorkerShape;
import dev.tidemill.scale.CapabilitySet;
import dev.tidemill.scale.Demand;
import dev.tidemill.scale.GroupId;
import dev.tidemill.scale.GroupState;
import dev.tidemill.scale.Reading;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** What the controller hears. A session is one connection of an adapter. */
public sealed interface ControlEvent {

  /** An adapter introduces itself. */
  record Hello(String session, Adapter adapter) implements ControlEvent {}

  /** What an adapter can do. */
  record Adapter(AdapterId id, CapabilitySet capabilities, int maxGroups, int workersPerGroup) {}

  /**
   * All groups there are.
   *
   * @param generation the highest the adapter has seen, of whatever controller
   */
  record Heartbeat(String session, long generation, List<Real> groups) implements ControlEvent {
    public Heartbeat {
      groups = List.copyOf(groups);
    }
  }

  /**
   * A group as the adapter shows it, or as failed with the reason why it was not started.
   *
   * @param error empty when there is none
   */
  record Real(GroupId id, CapabilitySet capabilities, GroupState state, String error) {}

  /** The connection ended. */
  record Disconnected(String session) implements ControlEvent {}

  /** Time to decide. */
  record Round(
      List<Demand> demand, Map<GroupId, Activity> activity, Map<AdapterId, WorkerShape> workers)
      implements ControlEvent {
    public Round {
      demand = List.copyOf(demand);
      activity = Map.copyOf(activity);
      workers = Map.copyOf(workers);
    }
  }

  /** What the workers of a group say of themselves. */
  record Activity(int idle, int busy, Reading<Duration> remaining) {}
}
