package dev.tidemill.adapters;

import dev.tidemill.scale.AdapterId;
import dev.tidemill.scale.AdapterSupply.WorkerShape;
import dev.tidemill.scale.CapabilitySet;
import dev.tidemill.scale.Demand;
import dev.tidemill.scale.GroupId;
import dev.tidemill.scale.Reading;
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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Controllers and adapters in simulated time over a network that loses, doubles and delays. */
final class ControlledFleet {
  static final int MAX_GROUPS = 12;
  private static final int JOB_SECONDS = 40;
  private static final int HEARTBEAT = 2;
  private static final int ROUND = 5;

  static final class Adapter {
    final AdapterId id;
    final LoadedPlatform platform;
    GroupReconciler reconciler = reconciler();
    int dials;
    int backAt;

    Adapter(String id, Random random) {
      this.id = new AdapterId(id);
      platform = new LoadedPlatform(random);
    }

    String session() {
      return id + "#" + dials;
    }

    private static GroupReconciler reconciler() {
      return new GroupReconciler(new AdapterLimits(MAX_GROUPS, 1, CapabilitySet.NONE));
    }
  }

  private record Message(int at, Runnable delivery) {}

  private final Random random;
  private final ScalingController controller =
      new ScalingController(policy(), ControlSettings.DEFAULT);
  private final List<Message> network = new ArrayList<>();
  final List<Adapter> adapters;
  final List<ControlState> controllers = new ArrayList<>();
  final List<Decision> decisions = new ArrayList<>();
  boolean faults;
  double rate;
  int second;
  int waiting;
  int arrived;

  ControlledFleet(Random random) {
    this.random = random;
    adapters = List.of(new Adapter("a", random), new Adapter("b", random));
    controllers.add(ControlState.beginning(1));
    adapters.forEach(this::dial);
  }

  static TargetPolicy policy() {
    return new TargetPolicy(TargetSettings.within(new GroupBounds(0, 20)));
  }

  void run(int seconds) {
    for (int i = 0; i < seconds; i++) {
      second++;
      work();
      if (faults) {
        accidents();
      }
      deliver();
      for (Adapter adapter : adapters) {
        if (second >= adapter.backAt && second % HEARTBEAT == 0) {
          act(adapter);
          report(adapter);
        }
      }
      if (second % ROUND == 0) {
        for (int c = 0; c < controllers.size(); c++) {
          tell(c, round());
        }
      }
    }
  }

  private void work() {
    double left = rate;
    while (random.nextDouble() < left) {
      waiting++;
      arrived++;
      left--;
    }
    adapters.forEach(adapter -> adapter.platform.pass());
    for (Adapter adapter : adapters) {
      while (waiting > 0 && adapter.platform.offer(1 + random.nextInt(2 * JOB_SECONDS))) {
        waiting--;
      }
    }
  }

  private void accidents() {
    if (random.nextInt(400) == 0) {
      Adapter adapter = adapters.get(random.nextInt(adapters.size()));
      adapter.reconciler = Adapter.reconciler();
      adapter.backAt = second + random.nextInt(60);
      drop(adapter);
    }
    if (random.nextInt(900) == 0) {
      // The store gives the next term; the former controller does not know yet.
      if (random.nextBoolean()) {
        controllers.clear();
      }
      controllers.add(ControlState.beginning(++terms));
      adapters.forEach(this::drop);
    }
  }

  private long terms = 1;

  private void drop(Adapter adapter) {
    if (random.nextBoolean()) {
      tell(controllers.size() - 1, new ControlEvent.Disconnected(adapter.session()));
    }
    dial(adapter);
  }

  private void dial(Adapter adapter) {
    adapter.dials++;
    hello(adapter);
  }

  private void hello(Adapter adapter) {
    var facts = new ControlEvent.Adapter(adapter.id, CapabilitySet.NONE, MAX_GROUPS, 1);
    tell(controllers.size() - 1, new ControlEvent.Hello(adapter.session(), facts));
  }

  private static void act(Adapter adapter) {
    for (GroupAction action : adapter.reconciler.plan(adapter.platform.observe()).actions()) {
      action.on(adapter.platform);
    }
  }

  /** The real set; now and then also to a controller that is no longer in charge. */
  private void report(Adapter adapter) {
    List<ObservedGroup> real = adapter.platform.observe();
    var refusals = adapter.reconciler.plan(real).refusals();
    var heartbeat = AdapterWire.heartbeat(adapter.reconciler.generation(), real, refusals);
    var heard = AdapterWire.heard(adapter.session(), heartbeat);
    if (second % 10 == 0) {
      hello(adapter);
    }
    for (int c = 0; c < controllers.size(); c++) {
      boolean inCharge = c == controllers.size() - 1;
      int to = c;
      if (inCharge || random.nextInt(5) == 0) {
        send(() -> tell(to, heard));
      }
    }
  }

  private void send(Runnable delivery) {
    int copies = faults && random.nextInt(10) == 0 ? random.nextInt(3) : 1;
    for (int i = 0; i < copies; i++) {
      network.add(new Message(second + (faults ? random.nextInt(4) : 0), delivery));
    }
  }

  private void deliver() {
    List<Message> due = network.stream().filter(message -> message.at <= second).toList();
    network.removeAll(due);
    due.forEach(message -> message.delivery.run());
  }

  private void tell(int which, ControlEvent event) {
    if (which >= controllers.size()) {
      return;
    }
    var step = controller.step(controllers.get(which), event, Instant.EPOCH.plusSeconds(second));
    controllers.set(which, step.state());
    for (ControlEffect effect : step.effects()) {
      switch (effect) {
        case ControlEffect.Echo echo -> send(() -> echo(echo));
        case ControlEffect.Decided decided -> decisions.add(decided.decision());
        case ControlEffect.Refuse _, ControlEffect.Fenced _ -> {}
      }
    }
  }

  private void echo(ControlEffect.Echo echo) {
    for (Adapter adapter : adapters) {
      if (second >= adapter.backAt && echo.session().startsWith(adapter.id + "#")) {
        adapter.reconciler.accept(AdapterWire.desired(AdapterWire.echo(echo.wishes())));
      }
    }
  }

  private ControlEvent.Round round() {
    Map<GroupId, ControlEvent.Activity> activity = new HashMap<>();
    Map<AdapterId, WorkerShape> workers = new HashMap<>();
    int running = 0;
    for (Adapter adapter : adapters) {
      activity.putAll(adapter.platform.activity());
      running += adapter.platform.running();
      workers.put(
          adapter.id, new WorkerShape(LoadedPlatform.SLOTS, Reading.of(Duration.ofSeconds(18))));
    }
    Reading<Integer> none = Reading.of(0);
    Reading<Duration> zero = Reading.of(Duration.ZERO);
    Reading<Integer> seen =
        faults && random.nextInt(10) == 0
            ? new Reading.Unknown<>("the store does not answer")
            : Reading.of(waiting);
    var pace = new Demand.Pace(Reading.of(Duration.ofSeconds(JOB_SECONDS)), Reading.of(rate));
    return new ControlEvent.Round(
        List.of(
            new Demand(
                CapabilitySet.NONE, seen, Reading.of(running), zero, none, none, zero, none, pace)),
        activity,
        workers);
  }
}
