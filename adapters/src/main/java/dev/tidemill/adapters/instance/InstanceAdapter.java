package dev.tidemill.adapters.instance;

import dev.tidemill.adapters.AdapterError;
import dev.tidemill.adapters.DrainRequests;
import dev.tidemill.adapters.GroupSpec;
import dev.tidemill.adapters.ObservedGroup;
import dev.tidemill.adapters.WorkerAdapter;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.scale.GroupId;
import dev.tidemill.scale.GroupState;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Groups of instances. For one thread. */
public class InstanceAdapter implements WorkerAdapter {
  private static final Logger log = LoggerFactory.getLogger(InstanceAdapter.class);

  private final InstancePlatform platform;
  private final DrainRequests requests;
  private final TimeSource time;
  private final Duration patience;
  private final Map<GroupId, KnownGroup> known = new TreeMap<>();

  /** Removed, while the platform still shows what is left of them. */
  private final Set<GroupId> forgotten = new HashSet<>();

  /**
   * @param patience how long a platform that is full, or does not answer, is asked again before a
   *     start has failed
   */
  protected InstanceAdapter(
      InstancePlatform platform, DrainRequests requests, TimeSource time, Duration patience) {
    this.platform = platform;
    this.requests = requests;
    this.time = time;
    this.patience = patience;
  }

  @Override
  public final void start(GroupSpec spec) {
    look();
    if (!known.containsKey(spec.id()) && !forgotten.contains(spec.id())) {
      var group =
          new KnownGroup(
              spec.id(), spec.capabilities(), spec.workers(), GroupState.STARTING, time.now());
      Order order = new Order(spec, time.now().plus(patience));
      group.order(order);
      known.put(spec.id(), group);
      carryOut(group, order);
    }
  }

  @Override
  public final void drain(GroupId id) {
    List<Instance> instances = look().getOrDefault(id, List.of());
    KnownGroup group = known.get(id);
    if (group != null && group.state().supply()) {
      // The mark first: whoever finds it after a restart asks again.
      KnownGroup.living(instances).forEach(instance -> platform.mark(instance, true));
      requests.drain(id);
      group.enter(GroupState.DRAINING, time.now());
    }
  }

  @Override
  public final void undrain(GroupId id) {
    List<Instance> instances = look().getOrDefault(id, List.of());
    KnownGroup group = known.get(id);
    if (group != null && group.state() == GroupState.DRAINING) {
      requests.undrain(id);
      KnownGroup.living(instances).forEach(instance -> platform.mark(instance, false));
      group.enter(GroupState.RUNNING, time.now());
    }
  }

  @Override
  public final void remove(GroupId id) {
    List<Instance> instances = look().getOrDefault(id, List.of());
    KnownGroup group = known.get(id);
    if (group == null) {
      return;
    }
    if (!group.ended()) {
      throw Problem.of(
              AdapterError.GROUP_NOT_ENDED, id + " still has workers; it was left as it is")
          .exception();
    }
    instances.stream().filter(Instance::ended).forEach(platform::discard);
    known.remove(id);
    // Of a group that failed some may live; they carry the mark and are found again as draining.
    if (!instances.isEmpty() && KnownGroup.living(instances).isEmpty()) {
      forgotten.add(id);
    }
  }

  @Override
  public final List<ObservedGroup> observe() {
    Map<GroupId, List<Instance>> instances = look();
    return known.values().stream()
        .map(group -> shown(group, instances.getOrDefault(group.id(), List.of())))
        .toList();
  }

  private ObservedGroup shown(KnownGroup group, List<Instance> instances) {
    List<String> workers =
        KnownGroup.living(instances).stream().map(Instance::worker).sorted().toList();
    return new ObservedGroup(
        group.id(),
        group.capabilities(),
        group.state(),
        group.ended() ? List.of() : workers,
        group.since(),
        failure(group));
  }

  private @Nullable Problem failure(KnownGroup group) {
    return group.failure() == null
        ? null
        : Problem.of(AdapterError.START_FAILED, "%s: %s".formatted(group.id(), group.failure()))
            .next(platform.advice(group.id()));
  }

  /** Asks the platform, brings what is known up to it and goes on with what was begun. */
  private Map<GroupId, List<Instance>> look() {
    Map<GroupId, List<Instance>> instances =
        platform.list().stream()
            .collect(Collectors.groupingBy(Instance::group, TreeMap::new, Collectors.toList()));
    forgotten.retainAll(instances.keySet());
    instances.forEach(this::find);
    for (KnownGroup group : known.values()) {
      List<Instance> own = instances.getOrDefault(group.id(), List.of());
      group.judge(own, () -> requests.ready(group.id()).size(), time.now());
      goOn(group);
      letEnd(group, own);
    }
    return instances;
  }

  private void find(GroupId id, List<Instance> instances) {
    if (forgotten.contains(id) && KnownGroup.living(instances).isEmpty()) {
      instances.forEach(platform::discard);
    } else {
      forgotten.remove(id);
      known.computeIfAbsent(id, _ -> KnownGroup.found(id, instances, time.now()));
    }
  }

  private void goOn(KnownGroup group) {
    Order order = group.order();
    if (order != null) {
      try {
        carryOut(group, order);
      } catch (TidemillException silent) {
        log.warn("{} is not started yet: {}", group.id(), silent.getMessage());
        if (order.overdue(time.now())) {
          group.fail(silent.problem().message(), time.now());
        }
      }
    }
  }

  private void carryOut(KnownGroup group, Order order) {
    try {
      order.carryOut(platform);
      group.ordered(time.now().plus(platform.settling()));
    } catch (LaunchRefused refused) {
      if (!refused.worthRetrying() || order.overdue(time.now())) {
        group.fail(refused.why(), time.now());
      }
    }
  }

  /** What drains, and what is left of a group that failed, is asked to end until it has. */
  private void letEnd(KnownGroup group, List<Instance> instances) {
    List<Instance> living = KnownGroup.living(instances);
    boolean ending = group.state() == GroupState.DRAINING || group.state() == GroupState.FAILED;
    if (!ending || living.isEmpty()) {
      return;
    }
    living.stream()
        .filter(instance -> !instance.draining())
        .forEach(instance -> platform.mark(instance, true));
    requests.drain(group.id());
    if (group.askedBefore()) {
      Set<String> ready = requests.ready(group.id());
      living.stream()
          .filter(instance -> instance.unbegun() && !ready.contains(instance.worker()))
          .forEach(platform::discard);
    }
  }
}
