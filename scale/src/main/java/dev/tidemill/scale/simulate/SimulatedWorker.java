package dev.tidemill.scale.simulate;

import dev.tidemill.scale.GroupId;
import dev.tidemill.scale.GroupState;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One worker of the simulated fleet. */
final class SimulatedWorker {
  final GroupId id;
  final double asked;
  GroupState state = GroupState.STARTING;
  @Nullable Double ready;
  final List<Running> running = new ArrayList<>();

  /** A job it runs since a time; {@code cut} when it was interrupted. */
  static final class Running {
    final SimulatedJob job;
    final double since;
    boolean cut;

    Running(SimulatedJob job, double since) {
      this.job = job;
      this.since = since;
    }
  }

  /**
   * @param arrived when it came, whatever happened to it since
   */
  record SimulatedJob(double arrived, double seconds) {}

  SimulatedWorker(GroupId id, double asked) {
    this.id = id;
    this.asked = asked;
  }

  boolean takes(int slots) {
    return state == GroupState.RUNNING && running.size() < slots;
  }

  boolean alive() {
    return state != GroupState.GONE && state != GroupState.FAILED;
  }
}
