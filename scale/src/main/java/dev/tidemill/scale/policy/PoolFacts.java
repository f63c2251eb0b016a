package dev.tidemill.scale.policy;

import dev.tidemill.scale.AdapterSupply;
import dev.tidemill.scale.CapabilitySet;
import dev.tidemill.scale.Demand;
import dev.tidemill.scale.GroupState;
import dev.tidemill.scale.Reading;
import dev.tidemill.scale.ScalingSnapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What {@code target} looks at for one set of capabilities, and what it makes of it. */
final class PoolFacts {
  private final CapabilitySet set;
  private final List<Demand> demand = new ArrayList<>();
  private final TargetSettings settings;
  private int workers;
  private int ready;
  private int starting;
  private int slotsPerWorker = Integer.MAX_VALUE;
  private @Nullable Duration startUp;

  private PoolFacts(CapabilitySet set, TargetSettings settings) {
    this.set = set;
    this.settings = settings;
  }

  /** Every set that work needs or a group was started for. */
  static List<PoolFacts> of(ScalingSnapshot snapshot, TargetSettings settings) {
    var pools = new TreeMap<CapabilitySet, PoolFacts>();
    for (Demand demand : snapshot.demand()) {
      pools
          .computeIfAbsent(demand.capabilities(), set -> new PoolFacts(set, settings))
          .demand
          .add(demand);
    }
    for (AdapterSupply adapter : snapshot.adapters()) {
      adapter.groups().stream()
          .filter(group -> group.state().supply())
          .forEach(
              group ->
                  pools
                      .computeIfAbsent(group.capabilities(), set -> new PoolFacts(set, settings))
                      .count(adapter, group.state()));
    }
    pools.values().forEach(pool -> snapshot.adapters().forEach(pool::see));
    return List.copyOf(pools.values());
  }

  private void count(AdapterSupply adapter, GroupState state) {
    workers += adapter.workersPerGroup();
    int slots = adapter.workersPerGroup() * adapter.worker().slots();
    if (state == GroupState.STARTING) {
      starting += slots;
    } else {
      ready += slots;
    }
  }

  /** The slowest start and the smallest worker of those that could be asked are reckoned with. */
  private void see(AdapterSupply adapter) {
    if (adapter.capabilities().covers(set)) {
      slotsPerWorker = Math.min(slotsPerWorker, adapter.worker().slots());
      if (adapter.worker().startUp() instanceof Reading.Known<Duration> known
          && (startUp == null || startUp.compareTo(known.value()) < 0)) {
        startUp = known.value();
      }
    }
  }

  CapabilitySet set() {
    return set;
  }

  int workers() {
    return workers;
  }

  boolean unknown() {
    return tasks() instanceof Reading.Unknown<Integer>;
  }

  private Reading<Integer> tasks() {
    return Reading.sum(demand.stream().map(Demand::tasks).toList());
  }

  /** In workers; those there are when something is unknown. */
  int wanted() {
    if (unknown()) {
      return workers;
    }
    int per = slotsPerWorker == Integer.MAX_VALUE ? 1 : slotsPerWorker;
    Need need = need();
    int missing = need.needed() - need.slots().all();
    int wanted =
        missing > 0
            ? Math.addExact(workers, Math.ceilDiv(missing, per))
            : workers - Math.min(workers, -missing / per);
    boolean blind = demand.stream().anyMatch(d -> d.dueSoon() instanceof Reading.Unknown<Integer>);
    int least = need.needed() > 0 ? 1 : 0;
    return Math.max(blind ? workers : least, wanted);
  }

  private Need need() {
    int running = sum(demand.stream().map(Demand::inFlight).toList());
    int all = sum(demand.stream().map(Demand::tasks).toList());
    int soon = sum(demand.stream().map(Demand::dueSoon).toList());
    var times = new Need.Times(duration(), startUp(), settings.waitGoal(), settings.headroom());
    return new Need(
        all - running + soon,
        running,
        arrivals(running, times.job()),
        new Need.Slots(ready, starting),
        times);
  }

  /** The mean over all, weighted by nothing: sets are rarely split. */
  private Duration duration() {
    return demand.stream()
        .map(d -> d.pace().duration())
        .filter(Reading.Known.class::isInstance)
        .map(reading -> ((Reading.Known<Duration>) reading).value())
        .max(Duration::compareTo)
        .orElse(settings.assumedDuration());
  }

  Duration startUp() {
    return startUp == null ? settings.assumedStartUp() : startUp;
  }

  /** What is not measured is taken from what runs: it came at that rate, or it would not run. */
  private double arrivals(int running, Duration job) {
    double rate = 0;
    boolean measured = false;
    for (Demand one : demand) {
      if (one.pace().arrivals() instanceof Reading.Known<Double> known) {
        rate += known.value();
        measured = true;
      }
    }
    return measured ? rate : running / Math.max(0.001, Need.seconds(job));
  }

  Goal goal(int count, String clamp, GroupBounds bounds) {
    if (tasks() instanceof Reading.Unknown<Integer> unknown) {
      return Goal.forSet(
          set, new Goal.Size.Hold(), "held, because demand is unknown: " + unknown.why());
    }
    return Goal.forSet(set, new Goal.Size.Workers(count, bounds), words(), clamp);
  }

  private String words() {
    Need need = need();
    String wanted = "%d slots, %d workers".formatted(need.needed(), wanted());
    return String.format(
        Locale.ROOT,
        "%d waiting and %d running of %s each, %.2f/s coming, start-up %s, goal %s: %s for %d there",
        need.waiting(),
        need.running(),
        Steadied.words(need.times().job()),
        need.arrivals(),
        Steadied.words(need.times().startUp()),
        Steadied.words(need.times().goal()),
        wanted,
        workers);
  }

  private static int sum(List<Reading<Integer>> readings) {
    int sum = 0;
    for (Reading<Integer> reading : readings) {
      if (reading instanceof Reading.Known<Integer> known) {
        sum = Math.addExact(sum, known.value());
      }
    }
    return sum;
  }
}
