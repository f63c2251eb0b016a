package dev.tidemill.scale.simulate.peer;

import dev.tidemill.scale.AdapterSupply;
import dev.tidemill.scale.Demand;
import dev.tidemill.scale.GroupState;
import dev.tidemill.scale.Reading;
import dev.tidemill.scale.ScalingSnapshot;
import java.time.Duration;

/** The numbers in a snapshot that the peers use; in a simulation all are known. */
record Sight(int waiting, int inFlight, int ready, int starting, int slots, int most) {

  static Sight of(ScalingSnapshot snapshot) {
    Demand demand = snapshot.demand().getFirst();
    AdapterSupply adapter = snapshot.adapters().getFirst();
    return new Sight(
        known(demand.waiting()),
        known(demand.inFlight()),
        in(adapter, GroupState.RUNNING),
        in(adapter, GroupState.STARTING),
        adapter.worker().slots(),
        adapter.maxGroups());
  }

  int workers() {
    return ready + starting;
  }

  int tasks() {
    return waiting + inFlight;
  }

  int within(double size, int least) {
    return (int) Math.clamp(size, least, (double) most);
  }

  static double seconds(Reading<Duration> reading, double otherwise) {
    return reading instanceof Reading.Known<Duration> known
        ? known.value().toNanos() / 1e9
        : otherwise;
  }

  private static int known(Reading<Integer> reading) {
    return reading instanceof Reading.Known<Integer> known ? known.value() : 0;
  }

  private static int in(AdapterSupply adapter, GroupState state) {
    return (int) adapter.groups().stream().filter(group -> group.state() == state).count();
  }
}
