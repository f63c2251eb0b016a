package dev.tidemill.cli.command;

import dev.tidemill.cli.Surroundings;
import dev.tidemill.cli.output.Ago;
import dev.tidemill.cli.output.Format;
import dev.tidemill.cli.output.JsonText;
import dev.tidemill.cli.output.Table;
import dev.tidemill.cli.reconcile.EvidenceFolder;
import dev.tidemill.cli.settings.Settings;
import dev.tidemill.cli.settings.SettingsOptions;
import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.job.RunId;
import dev.tidemill.core.time.SystemTime;
import dev.tidemill.jobs.JobIntake;
import dev.tidemill.jobs.RunEvent;
import dev.tidemill.jobs.RunFilter;
import dev.tidemill.jobs.RunView;
import dev.tidemill.jobs.Submitted;
import dev.tidemill.jobs.json.Listing;
import dev.tidemill.jobs.json.RunJson;
import dev.tidemill.jobs.json.TraceJson;
import dev.tidemill.jobs.json.Words;
import dev.tidemill.jobs.state.RunStatus;
import dev.tidemill.jobs.state.Tally;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemill runs list|get|cancel|retry|again|events|evidence}. */
@Command(
    name = "runs",
    description = "Look at runs, stop them, try them again.",
    synopsisSubcommandLabel = "(list | get | cancel | retry | again | events | evidence)",
    mixinStandardHelpOptions = true)
public final class RunsCommand {
  private static final int MOST_EVENTS = 1000;

  private final Surroundings surroundings;

  public RunsCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Command(name = "list", description = "The newest runs first.")
  int list(
      @Mixin SettingsOptions options,
      @Option(names = "--status", paramLabel = "STATUS", description = "Only these.")
          @Nullable String status,
      @Option(names = "--kind", paramLabel = "KIND", description = "Only these.")
          @Nullable String kind,
      @Option(names = "--limit", defaultValue = "20", description = "How many (default 20).")
          int limit,
      @Option(names = "--after", paramLabel = "RUN", description = "Go on after this run.")
          @Nullable String after) {
    try (Backend backend = open(options)) {
      var filter =
          new RunFilter(
              status == null
                  ? null
                  : Words.parse(RunStatus.class, "--status", status.toLowerCase(Locale.ROOT)),
              kind);
      var page = Pages.of(after == null ? 0 : RunId.parse(after).value(), limit);
      List<RunView> runs = backend.seams().intake().runs(filter, page);
      if (options.format() == Format.JSON) {
        JsonText.print(
            surroundings.out(),
            Listing.page(runs, limit, RunJson::write, run -> run.id().toString()));
      } else {
        table(runs);
      }
      return 0;
    }
  }

  @Command(name = "get", description = "One run.")
  int get(@Mixin SettingsOptions options, @Parameters(paramLabel = "RUN") String run) {
    try (Backend backend = open(options)) {
      show(options, find(backend.seams().intake(), RunId.parse(run)));
      return 0;
    }
  }

  @Command(
      name = "cancel",
      description = "Stop a run: what waits now, what runs as soon as it can.")
  int cancel(@Mixin SettingsOptions options, @Parameters(paramLabel = "RUN") String run) {
    try (Backend backend = open(options)) {
      show(options, backend.seams().intake().cancel(RunId.parse(run)));
      return 0;
    }
  }

  @Command(
      name = "retry",
      description = "Try again what failed or was cancelled in a run; what completed stays.")
  int retry(
      @Mixin SettingsOptions options,
      @Parameters(paramLabel = "RUN") String run,
      @Option(names = "--wait", description = "Follow it to its end.") boolean wait)
      throws InterruptedException {
    try (Backend backend = open(options)) {
      RunView now = backend.seams().intake().retry(RunId.parse(run));
      return follow(options, backend, now, wait);
    }
  }

  @Command(name = "again", description = "Do everything once more, as a new run.")
  int again(
      @Mixin SettingsOptions options,
      @Parameters(paramLabel = "RUN") String run,
      @Option(names = "--wait", description = "Follow it to its end.") boolean wait)
      throws InterruptedException {
    try (Backend backend = open(options)) {
      Submitted submitted = backend.seams().intake().again(RunId.parse(run));
      RunView now = find(backend.seams().intake(), submitted.run());
      return follow(options, backend, now, wait);
    }
  }

  @Command(name = "evidence", description = "Copy the evidence of a reconciliation to a folder.")
  int evidence(
      @Mixin SettingsOptions options,
      @Parameters(paramLabel = "RUN") String run,
      @Option(
              names = "--out",
              paramLabel = "FOLDER",
              description = "Where to (default: runs/RUN in the data folder).")
          @Nullable String out) {
    Settings settings = options.load(surroundings);
    var folder = new EvidenceFolder(settings, out);
    try (Backend backend = Backend.open(settings, surroundings)) {
      RunView view = find(backend.seams().intake(), RunId.parse(run));
      if (view.status() != RunStatus.COMPLETED) {
        throw Problem.of(
                CoreError.NOT_FOUND,
                "%s has no evidence: it is %s".formatted(view.id(), view.status().word()))
            .next("evidence comes with the end of a run of kind reconcile")
            .exception();
      }
      surroundings.out().println(folder.fill(backend.reconciler(), view.id()));
      return 0;
    }
  }

  @Command(name = "events", description = "What happened to a run, oldest first.")
  int events(@Mixin SettingsOptions options, @Parameters(paramLabel = "RUN") String run) {
    try (Backend backend = open(options)) {
      RunId id = RunId.parse(run);
      find(backend.seams().intake(), id);
      List<RunEvent> events = backend.seams().intake().events(id, 0, MOST_EVENTS);
      if (options.format() == Format.JSON) {
        JsonText.print(surroundings.out(), Listing.whole(events, TraceJson::write));
      } else {
        var table = new Table("AT", "EVENT", "JOB", "DETAIL");
        for (RunEvent event : events) {
          table.add(
              event.at().toString(),
              event.kind(),
              event.job() == null ? "-" : event.job().toString(),
              event.detail());
        }
        table.print(surroundings.out());
      }
      return 0;
    }
  }

  private int follow(SettingsOptions options, Backend backend, RunView run, boolean wait)
      throws InterruptedException {
    RunView now = run;
    if (wait || backend.alone()) {
      if (backend.alone()) {
        backend.workHere();
      }
      now =
          new RunWatch(backend.seams().intake(), backend.seams().fleet(), surroundings.err())
              .await(run.id());
    }
    show(options, now);
    return Outcome.of(now);
  }

  private Backend open(SettingsOptions options) {
    return Backend.open(options.load(surroundings), surroundings);
  }

  static RunView find(JobIntake intake, RunId run) {
    return intake
        .find(run)
        .orElseThrow(
            () ->
                Problem.of(CoreError.NOT_FOUND, "there is no " + run)
                    .next("`tidemill runs list` shows what there is")
                    .exception());
  }

  private void table(List<RunView> runs) {
    var now = new SystemTime().now();
    var table = new Table("RUN", "KIND", "STATUS", "DONE", "FAILED", "AGE", "ERROR");
    for (RunView run : runs) {
      Tally tally = run.tally();
      table.add(
          run.id().toString(),
          run.kind(),
          run.status().word(),
          tally.done() + "/" + tally.total(),
          String.valueOf(tally.failed()),
          Ago.since(run.createdAt(), now),
          ErrorLine.of(run.error()));
    }
    table.print(surroundings.out());
  }

  private void show(SettingsOptions options, RunView run) {
    if (options.format() == Format.JSON) {
      JsonText.print(surroundings.out(), RunJson.write(run));
    } else {
      table(List.of(run));
    }
  }
}
