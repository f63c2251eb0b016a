package dev.tidemill.adapters.instance;

import dev.tidemill.scale.CapabilitySet;
import dev.tidemill.scale.GroupId;
import dev.tidemill.scale.GroupState;
import java.time.Instant;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What the adapter remembers of a group between two looks. */
final class KnownGroup {
  private final GroupId id;
  private final CapabilitySet capabilities;
  private final int workers;
  private GroupState state;
  private Instant since;
  private Instant settled = Instant.MIN;
  private @Nullable String failure;
  private @Nullable Order order;
  private boolean askedBefore;

  KnownGroup(GroupId id, CapabilitySet capabilities, int workers, GroupState state, Instant since) {
    this.id = id;
    this.capabilities = capabilities;
    this.workers = workers;
    this.state = state;
    this.since = since;
  }

  /** One that a former incarnation of this adapter started. */
  static KnownGroup found(GroupId id, List<Instance> instances, Instant now) {
    List<Instance> telling = living(instances).isEmpty() ? instances : living(instances);
    boolean draining = telling.stream().anyMatch(Instance::draining);
    GroupState state = draining ? GroupState.DRAINING : GroupState.STARTING;
    return new KnownGroup(id, instances.getFirst().capabilities(), instances.size(), state, now);
  }

  static List<Instance> living(List<Instance> instances) {
    return instances.stream().filter(instance -> !instance.ended()).toList();
  }

  GroupId id() {
    return id;
  }

  CapabilitySet capabilities() {
    return capabilities;
  }

  GroupState state() {
    return state;
  }

  Instant since() {
    return since;
  }

  @Nullable String failure() {
    return failure;
  }

  boolean ended() {
    return state == GroupState.GONE || state == GroupState.FAILED;
  }

  @Nullable Order order() {
    return order;
  }

  void order(Order open) {
    order = open;
  }

  /** All were started; until {@code visible} the platform may not show them. */
  void ordered(Instant visible) {
    order = null;
    settled = visible;
  }

  void enter(GroupState next, Instant now) {
    if (next != state) {
      state = next;
      since = now;
      askedBefore = false;
    }
    if (state == GroupState.DRAINING) {
      order = null;
    }
  }

  void fail(String why, Instant now) {
    failure = why;
    order = null;
    enter(GroupState.FAILED, now);
  }

  /**
   * Enters the state that its instances show.
   *
   * @param ready how many of its workers have reported
   */
  void judge(List<Instance> instances, IntSupplier ready, Instant now) {
    boolean empty = living(instances).isEmpty();
    boolean unseen = instances.isEmpty() && now.isBefore(settled);
    switch (state) {
      case STARTING -> {
        if (instances.stream().anyMatch(Instance::hopeless)) {
          fail(words(instances.stream().filter(Instance::hopeless).toList()), now);
        } else if (order == null && empty && !unseen) {
          fail(words(instances), now);
        } else if (order == null && !empty && ready.getAsInt() >= expected(instances)) {
          enter(GroupState.RUNNING, now);
        }
      }
      case RUNNING -> {
        if (empty) {
          fail(words(instances), now);
        }
      }
      case DRAINING -> {
        if (empty && !unseen) {
          enter(GroupState.GONE, now);
        }
      }
      case GONE, FAILED -> {}
    }
  }

  private long expected(List<Instance> instances) {
    return Math.max(1, workers - instances.stream().filter(Instance::ended).count());
  }

  private static String words(List<Instance> instances) {
    return instances.isEmpty()
        ? "its workers are no longer there; they were deleted from outside"
        : instances.stream().map(Instance::words).limit(3).collect(Collectors.joining(", "));
  }

  /** Were its workers asked to end before the look under way? From now on they are. */
  boolean askedBefore() {
    boolean before = askedBefore;
    askedBefore = true;
    return before;
  }
}
