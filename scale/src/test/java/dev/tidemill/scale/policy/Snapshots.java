package dev.tidemill.scale.policy;

import dev.tidemill.scale.AdapterId;
import dev.tidemill.scale.AdapterSupply;
import dev.tidemill.scale.CapabilitySet;
import dev.tidemill.scale.Demand;
import dev.tidemill.scale.GroupId;
import dev.tidemill.scale.GroupState;
import dev.tidemill.scale.GroupSupply;
import dev.tidemill.scale.Reading;
import dev.tidemill.scale.ScalingSnapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;

/** Snapshots, by hand and by chance. */
final class Snapshots {
  private static final List<CapabilitySet> SETS =
      List.of(
          CapabilitySet.NONE,
          CapabilitySet.of("gpu"),
          CapabilitySet.of("linux"),
          CapabilitySet.of("gpu", "linux"));

  private static final List<GroupState> STATES = List.of(GroupState.values());

  private Snapshots() {}

  static Demand tasks(CapabilitySet set, int waiting, int inFlight) {
    return new Demand(
        set,
        Reading.of(waiting),
        Reading.of(inFlight),
        Reading.of(Duration.ZERO),
        Reading.of(0),
        Reading.of(0),
        Reading.of(Duration.ZERO),
        Reading.of(0));
  }

  /** Jobs of a known length that come at a known rate. */
  static Demand paced(
      CapabilitySet set, int waiting, int inFlight, Duration duration, double arrivals) {
    Demand tasks = tasks(set, waiting, inFlight);
    return new Demand(
        set,
        tasks.waiting(),
        tasks.inFlight(),
        tasks.oldestWait(),
        tasks.dueParked(),
        tasks.queries(),
        tasks.oldestQuery(),
        tasks.dueSoon(),
        new Demand.Pace(Reading.of(duration), Reading.of(arrivals)));
  }

  /** One of the four signals that count is unknown. */
  static Demand unknown(CapabilitySet set, int signal) {
    return new Demand(
        set,
        countOrUnknown(signal == 0),
        countOrUnknown(signal == 1),
        new Reading.Unknown<>("the store does not answer"),
        countOrUnknown(signal == 2),
        countOrUnknown(signal == 3),
        Reading.of(Duration.ZERO),
        Reading.of(0));
  }

  private static Reading<Integer> countOrUnknown(boolean unknown) {
    return unknown ? new Reading.Unknown<>("the store does not answer") : Reading.of(3);
  }

  /** One adapter with that many running groups, all idle. */
  static AdapterSupply adapter(int maxGroups, int workersPerGroup, int running) {
    var groups = new ArrayList<GroupSupply>();
    for (int i = 0; i < running; i++) {
      groups.add(
          new GroupSupply(
              new GroupId("g" + i), CapabilitySet.NONE, GroupState.RUNNING, workersPerGroup, 0));
    }
    return new AdapterSupply(
        new AdapterId("native"), CapabilitySet.NONE, maxGroups, workersPerGroup, false, groups);
  }

  static ScalingSnapshot random(Random random) {
    var demand = new ArrayList<Demand>();
    for (CapabilitySet set : SETS) {
      switch (random.nextInt(8)) {
        case 0 -> demand.add(unknown(set, random.nextInt(4)));
        case 1, 2 -> {}
        case 3 -> demand.add(tasks(set, 0, 0));
        default -> demand.add(tasks(set, random.nextInt(60), random.nextInt(20)));
      }
    }
    var adapters = new ArrayList<AdapterSupply>();
    for (int i = random.nextInt(4); i > 0; i--) {
      adapters.add(adapter("adapter-" + i, random));
    }
    return new ScalingSnapshot(demand, adapters);
  }

  private static AdapterSupply adapter(String id, Random random) {
    int perGroup = 1 + random.nextInt(4);
    var groups = new ArrayList<GroupSupply>();
    for (int i = random.nextInt(8); i > 0; i--) {
      GroupState state = STATES.get(random.nextInt(STATES.size()));
      int busy = state == GroupState.RUNNING ? random.nextInt(perGroup + 1) : 0;
      int idle = state == GroupState.RUNNING ? perGroup - busy : 0;
      groups.add(
          new GroupSupply(
              new GroupId(id + "-" + i), SETS.get(random.nextInt(SETS.size())), state, idle, busy));
    }
    CapabilitySet can = random.nextInt(3) == 0 ? CapabilitySet.NONE : SETS.getLast();
    return new AdapterSupply(
        new AdapterId(id),
        can,
        random.nextInt(9),
        perGroup,
        random.nextInt(5) == 0,
        groups,
        new AdapterSupply.WorkerShape(
            1 + random.nextInt(3), Reading.of(Duration.ofSeconds(random.nextInt(60)))));
  }

  /** The same with other groups. */
  static ScalingSnapshot withGroups(
      ScalingSnapshot snapshot, UnaryOperator<List<GroupSupply>> change) {
    return new ScalingSnapshot(
        snapshot.demand(),
        snapshot.adapters().stream()
            .map(
                a ->
                    new AdapterSupply(
                        a.id(),
                        a.capabilities(),
                        a.maxGroups(),
                        a.workersPerGroup(),
                        a.silent(),
                        change.apply(a.groups()),
                        a.worker()))
            .toList());
  }
}
