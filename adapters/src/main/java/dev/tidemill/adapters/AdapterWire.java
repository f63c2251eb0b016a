package dev.tidemill.adapters;

import com.google.protobuf.Timestamp;
import dev.tidemill.core.error.Problem;
import dev.tidemill.scale.AdapterId;
import dev.tidemill.scale.CapabilitySet;
import dev.tidemill.scale.GroupId;
import dev.tidemill.scale.GroupState;
import dev.tidemill.scale.control.ControlEvent;
import dev.tidemill.scale.control.Wishes;
import dev.tidemill.wire.adapter.v1.Adapter;
import dev.tidemill.wire.adapter.v1.DesiredGroup;
import dev.tidemill.wire.adapter.v1.Echo;
import dev.tidemill.wire.adapter.v1.Error;
import dev.tidemill.wire.adapter.v1.ErrorCode;
import dev.tidemill.wire.adapter.v1.Group;
import dev.tidemill.wire.adapter.v1.Heartbeat;
import dev.tidemill.wire.adapter.v1.Wish;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Both sides of the protocol in terms of the program. */
public final class AdapterWire {
  private AdapterWire() {}

  public static DesiredSet desired(Echo echo) {
    return new DesiredSet(
        echo.getGeneration(),
        echo.getGroupsList().stream()
            .map(
                g ->
                    new DesiredSet.Group(
                        new GroupId(g.getId()),
                        wish(g.getWish()),
                        CapabilitySet.of(g.getCapabilitiesList())))
            .toList());
  }

  /** The real set, and beside it as failed what was refused and does not exist. */
  public static Heartbeat heartbeat(
      long generation, List<ObservedGroup> real, List<GroupPlan.Refusal> refusals) {
    var heartbeat = Heartbeat.newBuilder().setGeneration(generation);
    Set<GroupId> existing = new HashSet<>();
    for (ObservedGroup group : real) {
      existing.add(group.id());
      heartbeat.addGroups(group(group));
    }
    for (GroupPlan.Refusal refusal : refusals) {
      if (existing.add(refusal.id())) {
        heartbeat.addGroups(
            Group.newBuilder()
                .setId(refusal.id().value())
                .setState(
                    refusal.code() == AdapterError.UNKNOWN_GROUP
                        ? dev.tidemill.wire.adapter.v1.GroupState.GROUP_STATE_GONE
                        : dev.tidemill.wire.adapter.v1.GroupState.GROUP_STATE_FAILED)
                .setError(error(Problem.of(refusal.code(), refusal.message()))));
      }
    }
    return heartbeat.build();
  }

  /** What the controller wishes, as the server tells it. */
  public static Echo echo(Wishes wishes) {
    var echo = Echo.newBuilder().setGeneration(wishes.generation());
    for (Wishes.Group group : wishes.groups()) {
      echo.addGroups(
          DesiredGroup.newBuilder()
              .setId(group.id().value())
              .setWish(
                  switch (group.wish()) {
                    case RUN -> Wish.WISH_RUN;
                    case DRAIN -> Wish.WISH_DRAIN;
                    case GONE -> Wish.WISH_GONE;
                  })
              .addAllCapabilities(group.capabilities().names()));
    }
    return echo.build();
  }

  /**
   * An adapter's report, as the controller hears it. A group in a state of a later version is held:
   * it is told as running, so that nobody starts another in its place.
   */
  public static ControlEvent.Heartbeat heard(String session, Heartbeat heartbeat) {
    return new ControlEvent.Heartbeat(
        session,
        heartbeat.getGeneration(),
        heartbeat.getGroupsList().stream().map(AdapterWire::real).toList());
  }

  /** What an adapter says it can do. */
  public static ControlEvent.Adapter adapter(Adapter adapter) {
    return new ControlEvent.Adapter(
        new AdapterId(adapter.getId()),
        CapabilitySet.of(adapter.getCapabilitiesList()),
        adapter.getMaxGroups(),
        Math.max(1, adapter.getWorkersPerGroup()));
  }

  private static ControlEvent.Real real(Group group) {
    GroupState state =
        switch (group.getState()) {
          case GROUP_STATE_STARTING -> GroupState.STARTING;
          case GROUP_STATE_RUNNING -> GroupState.RUNNING;
          case GROUP_STATE_DRAINING -> GroupState.DRAINING;
          case GROUP_STATE_GONE -> GroupState.GONE;
          case GROUP_STATE_FAILED -> GroupState.FAILED;
          case GROUP_STATE_UNSPECIFIED, UNRECOGNIZED -> GroupState.RUNNING;
        };
    return new ControlEvent.Real(
        new GroupId(group.getId()),
        CapabilitySet.of(group.getCapabilitiesList()),
        state,
        group.getError().getMessage());
  }

  private static Group group(ObservedGroup group) {
    var message =
        Group.newBuilder()
            .setId(group.id().value())
            .setState(state(group.state()))
            .addAllWorkerIds(group.workers())
            .addAllCapabilities(group.capabilities().names())
            .setSince(timestamp(group.since()));
    if (group.failure() != null) {
      message.setError(error(group.failure()));
    }
    return message.build();
  }

  private static DesiredSet.Wish wish(Wish wish) {
    return switch (wish) {
      case WISH_RUN -> DesiredSet.Wish.RUN;
      case WISH_DRAIN -> DesiredSet.Wish.DRAIN;
      case WISH_GONE -> DesiredSet.Wish.GONE;
      case WISH_UNSPECIFIED, UNRECOGNIZED -> DesiredSet.Wish.KEEP;
    };
  }

  private static dev.tidemill.wire.adapter.v1.GroupState state(GroupState state) {
    return switch (state) {
      case STARTING -> dev.tidemill.wire.adapter.v1.GroupState.GROUP_STATE_STARTING;
      case RUNNING -> dev.tidemill.wire.adapter.v1.GroupState.GROUP_STATE_RUNNING;
      case DRAINING -> dev.tidemill.wire.adapter.v1.GroupState.GROUP_STATE_DRAINING;
      case GONE -> dev.tidemill.wire.adapter.v1.GroupState.GROUP_STATE_GONE;
      case FAILED -> dev.tidemill.wire.adapter.v1.GroupState.GROUP_STATE_FAILED;
    };
  }

  private static Error error(Problem problem) {
    ErrorCode code =
        problem.code() instanceof AdapterError known
            ? switch (known) {
              case GROUP_LIMIT -> ErrorCode.ERROR_CODE_GROUP_LIMIT;
              case UNKNOWN_GROUP -> ErrorCode.ERROR_CODE_UNKNOWN_GROUP;
              case NO_CAPABILITY -> ErrorCode.ERROR_CODE_NO_CAPABILITY;
              case START_FAILED -> ErrorCode.ERROR_CODE_START_FAILED;
              case EXPIRED_GENERATION -> ErrorCode.ERROR_CODE_EXPIRED_GENERATION;
              case GROUP_NOT_ENDED, PLATFORM_UNAVAILABLE, PLATFORM_DENIED ->
                  ErrorCode.ERROR_CODE_INTERNAL;
            }
            : ErrorCode.ERROR_CODE_INTERNAL;
    return Error.newBuilder().setCode(code).setMessage(problem.message()).build();
  }

  private static Timestamp timestamp(Instant instant) {
    return Timestamp.newBuilder()
        .setSeconds(instant.getEpochSecond())
        .setNanos(instant.getNano())
        .build();
  }
}
