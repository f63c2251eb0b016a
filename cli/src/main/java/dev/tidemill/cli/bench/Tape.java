package dev.tidemill.cli.bench;

import dev.tidemill.core.job.JobContext;
import dev.tidemill.core.job.JobHandler;
import dev.tidemill.core.job.JobOutcome;
import dev.tidemill.core.job.JobType;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongSupplier;

/**
 * A job that does nothing but leave the moment at which it ran. What it leaves is the oracle: a job
 * that left nothing was lost, one that left two marks ran twice.
 */
final class Tape implements JobHandler<Tape.Mark> {
  static final JobType TYPE = JobType.of("bench_noop");

  private final AtomicLongArray began;
  private final AtomicLongArray runs;
  private final LongSupplier clock;

  Tape(int jobs, LongSupplier clock) {
    this.began = new AtomicLongArray(jobs);
    this.runs = new AtomicLongArray(jobs);
    this.clock = clock;
  }

  record Mark(int n) {}

  @Override
  public JobType type() {
    return TYPE;
  }

  @Override
  public Class<Mark> payloadClass() {
    return Mark.class;
  }

  @Override
  public JobOutcome run(Mark mark, JobContext context) {
    began.compareAndSet(mark.n, 0, clock.getAsLong());
    runs.incrementAndGet(mark.n);
    return JobOutcome.Done.nothing();
  }

  long beganAt(int job) {
    return began.get(job);
  }

  int lost() {
    int lost = 0;
    for (int i = 0; i < runs.length(); i++) {
      lost += runs.get(i) == 0 ? 1 : 0;
    }
    return lost;
  }

  int duplicated() {
    int twice = 0;
    for (int i = 0; i < runs.length(); i++) {
      twice += runs.get(i) > 1 ? 1 : 0;
    }
    return twice;
  }
}
