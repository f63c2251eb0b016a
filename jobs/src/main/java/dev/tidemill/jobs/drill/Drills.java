package dev.tidemill.jobs.drill;

import dev.tidemill.core.job.JobHandler;
import java.util.List;

/** All rehearsal jobs. */
public final class Drills {
  private Drills() {}

  public static List<JobHandler<?>> all() {
    return List.of(new NoopDrill(), new SleepDrill(), new FailDrill(), new CrashDrill());
  }
}
