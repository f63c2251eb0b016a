package dev.tidemill.schedule.leader;

import dev.tidemill.core.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A process around an elector: it can be paused, crash, and its work takes time to end. */
final class SimulatedNode {
  final LeaderLatch latch;
  private final ElectionSimulation world;
  private final HolderId id;
  private final Elector elector = new Elector(ElectionSimulation.SETTINGS, t -> {});
  private final List<Runnable> held = new ArrayList<>();
  private TimeSource.@Nullable Timer timer;
  private Duration lastStep = Duration.ZERO;
  private int stepsAtOnce;
  private boolean paused;
  private boolean crashed;

  SimulatedNode(ElectionSimulation world, HolderId id) {
    this.world = world;
    this.id = id;
    this.latch = new LeaderLatch(world.time);
  }

  ElectorState state() {
    return elector.state();
  }

  void tick() {
    step(new ElectorInput.Tick());
  }

  void stop() {
    step(new ElectorInput.Stop());
  }

  void answered(long request, LeaseAnswer answer) {
    step(new ElectorInput.Answered(request, answer));
  }

  void crash() {
    crashed = true;
    latch.set(java.util.Optional.empty());
  }

  /** Everything that would have happened meanwhile happens afterwards. */
  void pause(Duration duration) {
    if (!paused && !crashed) {
      paused = true;
      world.time.schedule(duration, this::resume);
    }
  }

  private void resume() {
    paused = false;
    List<Runnable> waiting = List.copyOf(held);
    held.clear();
    waiting.forEach(Runnable::run);
    tick();
  }

  private void step(ElectorInput input) {
    if (crashed) {
      return;
    }
    if (paused) {
      held.add(() -> step(input));
      return;
    }
    requireProgress();
    List<ElectorAction> actions = elector.step(world.time.monotonic(), input);
    latch.set(elector.leadership());
    actions.forEach(this::act);
    if (timer != null) {
      timer.cancel();
    }
    elector
        .wake()
        .ifPresent(at -> timer = world.time.schedule(at.minus(world.time.monotonic()), this::tick));
  }

  /** An elector that wants to be woken at once, again and again, would keep a processor busy. */
  private void requireProgress() {
    Duration now = world.time.monotonic();
    stepsAtOnce = now.equals(lastStep) ? stepsAtOnce + 1 : 0;
    lastStep = now;
    if (stepsAtOnce > 1000) {
      throw new AssertionError(id + " spins in " + elector.state());
    }
  }

  private void act(ElectorAction action) {
    switch (action) {
      case ElectorAction.Acquire ask -> world.ask(this, ask.request(), lease -> lease.acquire(id));
      case ElectorAction.Renew ask ->
          world.ask(this, ask.request(), lease -> lease.renew(id, ask.term()));
      case ElectorAction.Release release ->
          world.tell(
              lease -> {
                lease.release(id, release.term());
                return new LeaseAnswer.Refused();
              });
      case ElectorAction.BeginWork begin -> {}
      case ElectorAction.EndWork end ->
          world.time.schedule(
              world.upTo(Duration.ofMillis(200)), () -> step(new ElectorInput.WorkEnded()));
    }
  }
}
