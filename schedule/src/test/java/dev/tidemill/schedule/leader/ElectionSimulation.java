package dev.tidemill.schedule.leader;

import dev.tidemill.core.time.SimulatedTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Nodes, a lease store and a network between them, all in one thread and one seed. */
final class ElectionSimulation {
  static final LeaseSettings SETTINGS = LeaseSettings.DEFAULT;

  final SimulatedTime time = new SimulatedTime();
  final List<SimulatedNode> nodes = new ArrayList<>();
  private final LeaderLease lease = new LocalLeaderLease(SETTINGS, time);
  private final Random random;
  private boolean rough;
  private int incarnations;

  ElectionSimulation(long seed, int size) {
    this.random = new Random(seed);
    for (int i = 0; i < size; i++) {
      start();
    }
  }

  /** Loses and delays messages, and pauses nodes. */
  void setRough(boolean rough) {
    this.rough = rough;
  }

  SimulatedNode start() {
    var node = new SimulatedNode(this, new HolderId("node-" + ++incarnations));
    nodes.add(node);
    node.tick();
    return node;
  }

  void crash(SimulatedNode node) {
    node.crash();
    nodes.remove(node);
  }

  /** Those who trust their leadership at this moment, paused or not. */
  List<SimulatedNode> trusting() {
    return nodes.stream().filter(node -> node.latch.trusted().isPresent()).toList();
  }

  /** Runs for a while, looking after every small step. */
  void run(Duration duration, Runnable check) {
    Duration end = time.monotonic().plus(duration);
    while (time.monotonic().compareTo(end) < 0) {
      if (rough && random.nextInt(400) == 0) {
        nodes.get(random.nextInt(nodes.size())).pause(upTo(Duration.ofSeconds(25)));
      }
      time.advance(Duration.ofMillis(10));
      check.run();
    }
  }

  /** Carries a request to the store and its answer back; either may be late or lost. */
  void ask(SimulatedNode node, long number, Question question) {
    if (lost()) {
      return;
    }
    time.schedule(
        delay(),
        () -> {
          LeaseAnswer answer = question.put(lease);
          if (!lost()) {
            time.schedule(delay(), () -> node.answered(number, answer));
          }
        });
  }

  void tell(Question question) {
    if (!lost()) {
      time.schedule(delay(), () -> question.put(lease));
    }
  }

  Duration upTo(Duration most) {
    return Duration.ofMillis(random.nextLong(most.toMillis() + 1));
  }

  private boolean lost() {
    return rough && random.nextInt(6) == 0;
  }

  private Duration delay() {
    boolean slow = rough && random.nextInt(8) == 0;
    return upTo(slow ? Duration.ofSeconds(15) : Duration.ofMillis(40));
  }

  /** Something asked of the store. */
  interface Question {
    LeaseAnswer put(LeaderLease lease);
  }
}
