package dev.tidemill.scale.log;

import dev.tidemill.scale.AdapterId;
import dev.tidemill.scale.AdapterSupply.WorkerShape;
import dev.tidemill.scale.CapabilitySet;
import dev.tidemill.scale.Demand;
import dev.tidemill.scale.GroupId;
import dev.tidemill.scale.GroupState;
import dev.tidemill.scale.Reading;
import dev.tidemill.scale.ScalingPolicy;
import dev.tidemill.scale.control.ControlEffect;
import dev.tidemill.scale.control.ControlEvent;
import dev.tidemill.scale.control.ControlSettings;
import dev.tidemill.scale.control.ControlState;
import dev.tidemill.scale.control.Decision;
import dev.tidemill.scale.control.ScalingController;
import dev.tidemill.scale.policy.GroupBounds;
import dev.tidemill.scale.policy.TargetPolicy;
import dev.tidemill.scale.policy.TargetSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Real decisions of a real controller, round after round. */
final class Decisions {
  static final ScalingPolicy POLICY =
      new TargetPolicy(TargetSettings.within(new GroupBounds(0, 50)));
  private static final AdapterId CLOUD = new AdapterId("cloud");

  private final ScalingController controller =
      new ScalingController(POLICY, ControlSettings.DEFAULT);
  private ControlState state = ControlState.beginning(7);
  private Instant now = Instant.parse("2026-11-15T10:00:00.123456789Z");

  Decisions() {
    step(
        new ControlEvent.Hello(
            "s", new ControlEvent.Adapter(CLOUD, CapabilitySet.of("gpu"), 10, 2)));
  }

  /** An unknown number where it is negative. */
  Decision round(int waiting) {
    now = now.plusSeconds(5);
    step(new ControlEvent.Heartbeat("s", 0, shown()));
    Reading<Integer> count = waiting < 0 ? new Reading.Unknown<>("no answer") : Reading.of(waiting);
    var demand =
        new Demand(
            CapabilitySet.NONE,
            count,
            Reading.of(0),
            Reading.of(Duration.ofMillis(1234)),
            Reading.of(0),
            Reading.of(0),
            Reading.of(Duration.ZERO),
            Reading.of(0),
            new Demand.Pace(Reading.of(Duration.ofSeconds(3)), Reading.of(0.1 + 0.2)));
    var shape = new WorkerShape(4, Reading.of(Duration.ofMillis(2500)));
    return step(
        new ControlEvent.Round(
            List.of(demand),
            Map.of(
                new GroupId("g-7-1"),
                new ControlEvent.Activity(1, 1, Reading.of(Duration.ofSeconds(2)))),
            Map.of(CLOUD, shape)));
  }

  private List<ControlEvent.Real> shown() {
    return state.adapters().values().stream()
        .flatMap(adapter -> adapter.wishes().entrySet().stream())
        .map(
            wish ->
                new ControlEvent.Real(
                    wish.getKey(), wish.getValue().capabilities(), GroupState.RUNNING, ""))
        .toList();
  }

  private Decision step(ControlEvent event) {
    ScalingController.Step step = controller.step(state, event, now);
    state = step.state();
    return step.effects().stream()
        .filter(ControlEffect.Decided.class::isInstance)
        .map(effect -> ((ControlEffect.Decided) effect).decision())
        .findFirst()
        .orElse(NONE);
  }

  private static final Decision NONE =
      new Decision(
          0,
          0,
          Instant.EPOCH,
          "none",
          new Decision.Inputs(
              new dev.tidemill.scale.ScalingSnapshot(List.of(), List.of()),
              dev.tidemill.scale.PolicyMemory.NONE),
          new dev.tidemill.scale.ScalingAdvice(List.of(), List.of()),
          List.of(),
          List.of());
}
