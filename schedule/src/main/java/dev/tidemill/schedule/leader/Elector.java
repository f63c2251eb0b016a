package dev.tidemill.schedule.leader;

import dev.tidemill.core.state.Transition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One node's part in an election, as a step function: it is told what happened and when, on the
 * node's monotonic clock, and says what to do. No I/O, no threads, no clock of its own; its caller
 * steps it from one thread, publishes {@link #leadership} after each step and ticks it at {@link
 * #wake}.
 *
 * <p>At most one request is under way. One whose answer does not come in time is given up: an
 * answer that arrives later is not believed, which is always safe, because asking again is
 * harmless.
 */
public final class Elector {
  private final LeaseSettings settings;
  private final Consumer<Transition<ElectorState, ElectorEvent>> observer;
  private ElectorState state = ElectorState.TABLE.initial();
  private @Nullable Leadership leadership;
  private @Nullable Request underWay;
  private Duration nextRequest = Duration.ZERO;
  private long requests;

  private record Request(long number, Duration started) {}

  public Elector(
      LeaseSettings settings, Consumer<Transition<ElectorState, ElectorEvent>> observer) {
    this.settings = settings;
    this.observer = observer;
  }

  public List<ElectorAction> step(Duration now, ElectorInput input) {
    var actions = new ArrayList<ElectorAction>();
    dropWhatIsOver(now, actions);
    switch (input) {
      case ElectorInput.Tick tick -> {}
      case ElectorInput.Answered answered -> answered(now, answered, actions);
      case ElectorInput.Failed failed -> {
        if (isUnderWay(failed.request())) {
          retry(now);
        }
      }
      case ElectorInput.WorkEnded ended -> workEnded(now, actions);
      case ElectorInput.Stop stop -> stop(actions);
    }
    request(now, actions);
    return actions;
  }

  public ElectorState state() {
    return state;
  }

  /** What the node may trust, until the moment it says. */
  public Optional<Leadership> leadership() {
    return Optional.ofNullable(leadership);
  }

  /** When to tick at the latest; empty when time alone changes nothing any more. */
  public Optional<Duration> wake() {
    if (!asks()) {
      return Optional.empty();
    }
    Duration wake = underWay == null ? nextRequest : underWay.started.plus(settings.patience());
    if (leadership != null && leadership.until().compareTo(wake) < 0) {
      wake = leadership.until();
    }
    return Optional.of(wake);
  }

  private void dropWhatIsOver(Duration now, List<ElectorAction> actions) {
    if (underWay != null && now.compareTo(underWay.started.plus(settings.patience())) >= 0) {
      retry(now);
    }
    if (leadership != null && !leadership.trusted(now)) {
      lost(actions);
    }
  }

  private void answered(Duration now, ElectorInput.Answered answered, List<ElectorAction> actions) {
    Request request = underWay;
    if (request == null || !isUnderWay(answered.request())) {
      return;
    }
    underWay = null;
    switch (answered.answer()) {
      case LeaseAnswer.Held held -> {
        nextRequest = request.started.plus(settings.renew());
        granted(new Leadership(held.term(), request.started.plus(settings.ttl())), actions);
      }
      case LeaseAnswer.Refused refused -> {
        retry(now);
        if (leadership != null) {
          lost(actions);
        }
      }
    }
  }

  private void granted(Leadership granted, List<ElectorAction> actions) {
    if (state == ElectorState.FOLLOWER) {
      leadership = granted;
      move(ElectorEvent.WON);
      actions.add(new ElectorAction.BeginWork(granted.term()));
    } else if (leadership != null) {
      leadership = granted;
    } else {
      actions.add(new ElectorAction.Release(granted.term()));
    }
  }

  private void lost(List<ElectorAction> actions) {
    leadership = null;
    underWay = null;
    if (state == ElectorState.LEADER) {
      move(ElectorEvent.LOST);
      actions.add(new ElectorAction.EndWork());
    }
  }

  private void workEnded(Duration now, List<ElectorAction> actions) {
    if (leadership != null && state == ElectorState.STOPPING) {
      actions.add(new ElectorAction.Release(leadership.term()));
      leadership = null;
    }
    underWay = null;
    nextRequest = now;
    move(ElectorEvent.WORK_ENDED);
  }

  private void stop(List<ElectorAction> actions) {
    if (state == ElectorState.STOPPING || state == ElectorState.STOPPED) {
      return;
    }
    if (state == ElectorState.LEADER) {
      actions.add(new ElectorAction.EndWork());
    }
    move(ElectorEvent.STOP_ASKED);
  }

  private void request(Duration now, List<ElectorAction> actions) {
    if (!asks() || underWay != null || now.compareTo(nextRequest) < 0) {
      return;
    }
    underWay = new Request(++requests, now);
    actions.add(
        leadership == null
            ? new ElectorAction.Acquire(requests)
            : new ElectorAction.Renew(requests, leadership.term()));
  }

  /** For the lease, or to keep it while its work is ending. */
  private boolean asks() {
    return state == ElectorState.FOLLOWER || leadership != null;
  }

  private void retry(Duration now) {
    underWay = null;
    nextRequest = now.plus(settings.poll());
  }

  private boolean isUnderWay(long request) {
    return underWay != null && underWay.number == request;
  }

  private void move(ElectorEvent event) {
    ElectorState next = ElectorState.TABLE.require(state, event);
    var transition = new Transition<>(state, event, next);
    state = next;
    observer.accept(transition);
  }
}
