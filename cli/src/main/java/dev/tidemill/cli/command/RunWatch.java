package dev.tidemill.cli.command;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemill.cli.output.Progress;
import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.core.job.RunId;
import dev.tidemill.core.time.SystemTime;
import dev.tidemill.jobs.Fleet;
import dev.tidemill.jobs.JobIntake;
import dev.tidemill.jobs.RunView;
import dev.tidemill.jobs.WorkerView;
import dev.tidemill.jobs.json.Json;
import dev.tidemill.jobs.state.Tally;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;

/** Follows a run to its end and shows how far it is. */
final class RunWatch {
  private static final Duration SHORTEST = Duration.ofMillis(20);
  private static final Duration LONGEST = Duration.ofMillis(500);
  private static final Duration LONG = Duration.ofSeconds(1);
  private static final int PARTS = 1000;

  /** Few enough that each one's share can be seen. */
  private static final int FEW = 50;

  private final JobIntake intake;
  private final Fleet fleet;
  private final Progress progress;

  RunWatch(JobIntake intake, Fleet fleet, PrintStream err) {
    this.intake = intake;
    this.fleet = fleet;
    this.progress = new Progress(err);
  }

  RunView await(RunId run) throws InterruptedException {
    var time = new SystemTime();
    Duration waited = Duration.ZERO;
    while (true) {
      RunView now =
          intake
              .find(run)
              .orElseThrow(
                  () -> Problem.of(CoreError.NOT_FOUND, run + " is no longer there").exception());
      if (now.status().ended()) {
        progress.done();
        return now;
      }
      show(now, waited.compareTo(LONG) >= 0);
      Duration pause = pause(waited);
      time.sleep(pause);
      waited = waited.plus(pause);
    }
  }

  /** A tenth of what it took so far: nobody waits much longer for the news than for the work. */
  static Duration pause(Duration waited) {
    Duration tenth = waited.dividedBy(10);
    if (tenth.compareTo(SHORTEST) < 0) {
      return SHORTEST;
    }
    return tenth.compareTo(LONGEST) < 0 ? tenth : LONGEST;
  }

  /**
   * @param closely whether it takes long enough to ask the workers too
   */
  private void show(RunView run, boolean closely) {
    Tally tally = run.tally();
    String what = run.id() + " " + run.status().word();
    int ended = tally.total() - tally.open();
    if (!closely || tally.total() > FEW) {
      progress.show(what, ended, tally.total());
      return;
    }
    double underWay = 0;
    String words = "";
    for (WorkerView worker : workers()) {
      for (JsonNode doing : Json.readArray(worker.doing())) {
        if (doing.path("run").asText().equals(run.id().toString())) {
          underWay += doing.path("progress").asDouble();
          words = doing.path("words").asText();
        }
      }
    }
    double done = tally.total() == 0 ? 0 : (ended + underWay) / tally.total();
    progress.show(what, words, Math.round(done * PARTS), PARTS);
  }

  private Iterable<WorkerView> workers() {
    try {
      return fleet.workers(false);
    } catch (TidemillException notNow) {
      return List.of();
    }
  }
}
