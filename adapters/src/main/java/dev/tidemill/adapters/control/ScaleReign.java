package dev.tidemill.adapters.control;

import dev.tidemill.adapters.link.AdapterService;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.core.time.Waiter;
import dev.tidemill.scale.AdapterId;
import dev.tidemill.scale.AdapterSupply.WorkerShape;
import dev.tidemill.scale.control.ControlEvent;
import dev.tidemill.scale.control.ControlState;
import dev.tidemill.scale.control.Decision;
import dev.tidemill.scale.control.ScalingController;
import dev.tidemill.scale.log.DecisionRecorder;
import dev.tidemill.scale.signal.FleetSignals;
import dev.tidemill.schedule.leader.Election;
import dev.tidemill.schedule.leader.LeaderLatch;
import dev.tidemill.schedule.leader.Term;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One reign of a controller: rounds while the lease is trusted, until told to end. */
final class ScaleReign implements Election.Reign {
  private static final Logger log = LoggerFactory.getLogger(ScaleReign.class);
  private static final Duration DISTRUST = Duration.ofMillis(100);

  private final ScaleLoop.Parts parts;
  private final ControlDesk desk;
  private final LeaderLatch latch;
  private final TimeSource time;
  private final Waiter waiter;
  private final AdapterService service;
  private final List<Decision> decided = new ArrayList<>();
  private final StartTimes starts = new StartTimes();
  private final DecisionRecorder recorder;
  private volatile boolean ending;

  ScaleReign(
      ScaleLoop.Parts parts, ControlDesk desk, Term term, LeaderLatch latch, TimeSource time) {
    this.parts = parts;
    this.desk = desk;
    this.latch = latch;
    this.time = time;
    waiter = new Waiter(time);
    recorder = new DecisionRecorder(parts.log(), parts.keep(), time);
    service =
        new AdapterService(
            new ScalingController(parts.policy(), parts.control()),
            ControlState.beginning(term.value()),
            time,
            parts.build(),
            decided::add);
  }

  @Override
  public void end() {
    ending = true;
    waiter.wake();
  }

  @Override
  public void run() {
    desk.take(service);
    try {
      // Adapters of the former leader come within this; whoever decides sooner sees half of them.
      waiter.await(parts.round());
      boolean fenced = false;
      while (!ending) {
        if (latch.trusted().isEmpty()) {
          waiter.await(DISTRUST);
          continue;
        }
        fenced = fenced || !round();
        if (fenced) {
          log.error(
              "an adapter has obeyed a later controller than this one: the store was set back;"
                  + " start the adapters anew");
        }
        waiter.await(parts.round());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      desk.leave(service);
    }
  }

  /** False when a later controller is in charge. What cannot be read holds everything. */
  private boolean round() {
    FleetSignals signals;
    try {
      signals = parts.signals().read();
    } catch (RuntimeException e) {
      parts.metrics().held();
      log.warn("the signals cannot be read, so nothing is changed: {}", e.getMessage());
      return true;
    }
    starts.seen(signals, service.state(), time.monotonic());
    Map<AdapterId, WorkerShape> shapes = starts.shapes(service.state(), service.slots());
    boolean inCharge =
        service.round(new ControlEvent.Round(signals.demand(), signals.activity(), shapes));
    parts.metrics().read(signals, service.state());
    tell(shapes);
    return inCharge;
  }

  /** What was decided is done already: that it cannot be stored now must not undo it. */
  private void tell(Map<AdapterId, WorkerShape> shapes) {
    List<Decision> all = List.copyOf(decided);
    decided.clear();
    for (Decision decision : all) {
      starts.decided(decision, time.monotonic());
      parts.metrics().decided(decision);
      if (!decision.changes().isEmpty()) {
        log.info("{}", decision.explain().strip());
      }
      try {
        recorder.decided(decision);
      } catch (RuntimeException e) {
        log.warn(
            "a decision could not be stored and is kept for the next round: {}", e.getMessage());
      }
    }
    try {
      parts.note().put(StatusJson.of(service.state(), shapes, parts.control(), time.now()));
    } catch (RuntimeException e) {
      log.warn("the state of adapters could not be stored: {}", e.getMessage());
    }
  }
}
