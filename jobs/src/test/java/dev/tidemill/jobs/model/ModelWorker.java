package dev.tidemill.jobs.model;

import dev.tidemill.jobs.WorkerHello;
import dev.tidemill.jobs.WorkerView;
import dev.tidemill.jobs.state.WorkerStatus;
import dev.tidemill.jobs.store.StoreClock;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A row of {@code workers}. */
final class ModelWorker extends ModelRow {
  long id;
  String incarnation;
  String name;
  WorkerStatus status = WorkerStatus.STARTING;
  long leaseMicros;
  long startedAt;
  long lastSeenAt;
  @Nullable Long drainRequestedAt;
  String doing = "[]";
  @Nullable Long endedAt;
  transient WorkerHello hello;

  ModelWorker(long id, WorkerHello hello, long now) {
    this.id = id;
    this.hello = hello;
    this.incarnation = hello.incarnation();
    this.name = hello.name();
    this.leaseMicros = StoreClock.micros(hello.lease());
    this.startedAt = now;
    this.lastSeenAt = now;
  }

  boolean live() {
    return WorkerStatus.LIVE.contains(status);
  }

  /** Not heard of for longer than its lease. */
  boolean silent(long now) {
    return live() && lastSeenAt + leaseMicros < now;
  }

  boolean mayClaim() {
    return (status == WorkerStatus.STARTING || status == WorkerStatus.ACTIVE)
        && drainRequestedAt == null;
  }

  boolean knows(String type, List<String> requires) {
    return hello.types().contains(type) && hello.capabilities().containsAll(requires);
  }

  void end(WorkerStatus how, long now) {
    status = how;
    endedAt = now;
  }

  WorkerView view(int held, long now) {
    return new WorkerView(
        id,
        name,
        hello.group(),
        status,
        drainRequestedAt != null,
        hello.host(),
        hello.pid(),
        hello.build(),
        hello.slots(),
        held,
        hello.capabilities(),
        hello.types(),
        hello.lease(),
        StoreClock.instant(startedAt),
        Duration.ofNanos(Math.max(0, now - lastSeenAt) * 1000),
        doing);
  }
}
