package dev.tidemill.cli.command;

import dev.tidemill.cli.output.Progress;
import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.job.RunId;
import dev.tidemill.core.time.SystemTime;
import dev.tidemill.jobs.JobIntake;
import dev.tidemill.jobs.RunView;
import dev.tidemill.jobs.state.Tally;
import java.io.PrintStream;
import java.time.Duration;

/** Follows a run to its end and shows how far it is. */
final class RunWatch {
  private static final Duration FIRST = Duration.ofMillis(20);
  private static final Duration LONGEST = Duration.ofMillis(500);

  private final JobIntake intake;
  private final Progress progress;

  RunWatch(JobIntake intake, PrintStream err) {
    this.intake = intake;
    this.progress = new Progress(err);
  }

  RunView await(RunId run) throws InterruptedException {
    var time = new SystemTime();
    Duration pause = FIRST;
    while (true) {
      RunView now =
          intake
              .find(run)
              .orElseThrow(
                  () -> Problem.of(CoreError.NOT_FOUND, run + " is no longer there").exception());
      Tally tally = now.tally();
      progress.show(run + " " + now.status().word(), tally.total() - tally.open(), tally.total());
      if (now.status().ended()) {
        progress.done();
        return now;
      }
      time.sleep(pause);
      Duration twice = pause.multipliedBy(2);
      pause = twice.compareTo(LONGEST) < 0 ? twice : LONGEST;
    }
  }
}
