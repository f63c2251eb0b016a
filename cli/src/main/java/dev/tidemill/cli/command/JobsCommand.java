package dev.tidemill.cli.command;

import dev.tidemill.cli.Surroundings;
import dev.tidemill.cli.output.Ago;
import dev.tidemill.cli.output.Format;
import dev.tidemill.cli.output.JsonText;
import dev.tidemill.cli.output.Table;
import dev.tidemill.cli.settings.Settings;
import dev.tidemill.cli.settings.SettingsOptions;
import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.job.JobId;
import dev.tidemill.core.job.RunId;
import dev.tidemill.core.time.SystemTime;
import dev.tidemill.jobs.Attempt;
import dev.tidemill.jobs.Fleet;
import dev.tidemill.jobs.JobFilter;
import dev.tidemill.jobs.JobIntake;
import dev.tidemill.jobs.JobView;
import dev.tidemill.jobs.LogLine;
import dev.tidemill.jobs.RunView;
import dev.tidemill.jobs.Submitted;
import dev.tidemill.jobs.Waiting;
import dev.tidemill.jobs.json.FleetJson;
import dev.tidemill.jobs.json.JobJson;
import dev.tidemill.jobs.json.Listing;
import dev.tidemill.jobs.json.RunJson;
import dev.tidemill.jobs.json.TraceJson;
import dev.tidemill.jobs.json.Words;
import dev.tidemill.jobs.state.JobStatus;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemill jobs submit|list|get|log|retry|waiting}. */
@Command(
    name = "jobs",
    description = "Submit jobs and look at them.",
    synopsisSubcommandLabel = "(submit | list | get | log | retry | waiting)",
    mixinStandardHelpOptions = true)
public final class JobsCommand {
  private static final int MOST_LINES = 1000;

  private final Surroundings surroundings;

  public JobsCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Command(
      name = "submit",
      description =
          "Submit one run of one or many jobs. With an embedded store and no daemon the jobs run in"
              + " this process; otherwise the command returns at once unless --wait is given.")
  int submit(@Mixin SettingsOptions options, @Mixin SubmitOptions what)
      throws InterruptedException {
    Settings settings = options.load(surroundings);
    try (Backend backend = Backend.open(settings, surroundings)) {
      var spec = what.spec(backend.handlers());
      Submitted submitted = backend.seams().intake().submit(spec);
      boolean wait = what.follow() || backend.alone();
      if (!wait) {
        return answer(options, submitted);
      }
      if (submitted.existed()) {
        surroundings.err().printf("%s was submitted before under this key%n", submitted.run());
      }
      if (backend.alone()) {
        backend.workHere();
      }
      RunView run =
          new RunWatch(backend.seams().intake(), backend.seams().fleet(), surroundings.err())
              .await(submitted.run());
      if (options.format() == Format.JSON) {
        JsonText.print(surroundings.out(), RunJson.write(run));
      } else {
        surroundings
            .out()
            .printf(
                "%s %s: %d of %d jobs completed%s%n",
                run.id(),
                run.status().word(),
                run.tally().done(),
                run.tally().total(),
                run.error() == null ? "" : "; " + ErrorLine.of(run.error()));
      }
      return Outcome.of(run);
    }
  }

  private int answer(SettingsOptions options, Submitted submitted) {
    if (options.format() == Format.JSON) {
      JsonText.print(surroundings.out(), RunJson.write(submitted));
    } else {
      surroundings.out().println(submitted.run());
      surroundings
          .err()
          .printf(
              "%s; follow it with `tidemill runs get %s`%n",
              submitted.existed() ? "Submitted before under this key" : "Submitted",
              submitted.run());
    }
    return 0;
  }

  @Command(name = "list", description = "Jobs in the order of their creation.")
  int list(
      @Mixin SettingsOptions options,
      @Option(names = "--run", paramLabel = "RUN", description = "Only of this run.")
          @Nullable String run,
      @Option(names = "--status", paramLabel = "STATUS", description = "Only these.")
          @Nullable String status,
      @Option(names = "--type", paramLabel = "TYPE", description = "Only these.")
          @Nullable String type,
      @Option(names = "--limit", defaultValue = "50", description = "How many (default 50).")
          int limit,
      @Option(names = "--after", paramLabel = "JOB", description = "Go on after this job.")
          @Nullable String after) {
    try (Backend backend = open(options)) {
      var filter =
          new JobFilter(
              run == null ? null : RunId.parse(run),
              status == null
                  ? null
                  : Words.parse(JobStatus.class, "--status", status.toLowerCase(Locale.ROOT)),
              type);
      var page = Pages.of(after == null ? 0 : JobId.parse(after).value(), limit);
      List<JobView> jobs = backend.seams().intake().jobs(filter, page);
      if (options.format() == Format.JSON) {
        JsonText.print(
            surroundings.out(),
            Listing.page(jobs, limit, JobJson::write, job -> job.id().toString()));
      } else {
        table(jobs);
        tellOfUnknown(backend.seams().fleet(), jobs);
      }
      return 0;
    }
  }

  @Command(name = "get", description = "One job with its executions.")
  int get(@Mixin SettingsOptions options, @Parameters(paramLabel = "JOB") String job) {
    try (Backend backend = open(options)) {
      JobIntake intake = backend.seams().intake();
      JobView view = find(intake, JobId.parse(job));
      if (options.format() == Format.JSON) {
        JsonText.print(surroundings.out(), JobJson.write(view));
        return 0;
      }
      table(List.of(view));
      tellOfUnknown(backend.seams().fleet(), List.of(view));
      List<Attempt> attempts = intake.attempts(view.id());
      if (!attempts.isEmpty()) {
        surroundings.out().println();
        var table = new Table("EPOCH", "WORKER", "OUTCOME", "TOOK", "ERROR");
        for (Attempt attempt : attempts) {
          table.add(
              String.valueOf(attempt.epoch().value()),
              attempt.worker(),
              attempt.outcome(),
              Ago.since(attempt.claimedAt(), attempt.endedAt()),
              ErrorLine.of(attempt.error()));
        }
        table.print(surroundings.out());
      }
      return 0;
    }
  }

  @Command(name = "log", description = "What a job's code said.")
  int log(@Mixin SettingsOptions options, @Parameters(paramLabel = "JOB") String job) {
    try (Backend backend = open(options)) {
      JobIntake intake = backend.seams().intake();
      JobId id = find(intake, JobId.parse(job)).id();
      List<LogLine> lines = intake.log(id, 0, MOST_LINES);
      if (options.format() == Format.JSON) {
        JsonText.print(surroundings.out(), Listing.whole(lines, TraceJson::write));
      } else {
        lines.forEach(
            line -> surroundings.out().printf("%s %s %s%n", line.at(), line.epoch(), line.line()));
      }
      return 0;
    }
  }

  @Command(name = "retry", description = "Try a failed job again, in a run that lets jobs finish.")
  int retry(@Mixin SettingsOptions options, @Parameters(paramLabel = "JOB") String job) {
    try (Backend backend = open(options)) {
      JobView view = backend.seams().intake().retry(JobId.parse(job));
      if (options.format() == Format.JSON) {
        JsonText.print(surroundings.out(), JobJson.write(view));
      } else {
        table(List.of(view));
      }
      return 0;
    }
  }

  @Command(name = "waiting", description = "What is due and waits, and whether anybody can run it.")
  int waiting(@Mixin SettingsOptions options) {
    try (Backend backend = open(options)) {
      List<Waiting> waiting = backend.seams().fleet().waiting();
      if (options.format() == Format.JSON) {
        JsonText.print(surroundings.out(), Listing.whole(waiting, FleetJson::write));
        return 0;
      }
      var table = new Table("QUEUE", "TYPE", "REQUIRES", "JOBS", "OLDEST", "A WORKER KNOWS IT");
      for (Waiting group : waiting) {
        table.add(
            group.queue().word(),
            group.type().toString(),
            group.requires().isEmpty() ? "-" : String.join(",", group.requires()),
            String.valueOf(group.jobs()),
            Ago.words(group.oldest()),
            group.known() ? "yes" : "NO");
      }
      table.print(surroundings.out());
      return 0;
    }
  }

  private Backend open(SettingsOptions options) {
    return Backend.open(options.load(surroundings), surroundings);
  }

  private static JobView find(JobIntake intake, JobId job) {
    return intake
        .find(job)
        .orElseThrow(
            () ->
                Problem.of(CoreError.NOT_FOUND, "there is no " + job)
                    .next("`tidemill jobs list` shows what there is")
                    .exception());
  }

  /** A type that nobody runs is easily taken for a queue that hangs. */
  private void tellOfUnknown(Fleet fleet, List<JobView> jobs) {
    if (jobs.stream().noneMatch(job -> job.status() == JobStatus.PENDING)) {
      return;
    }
    for (Waiting group : fleet.waiting()) {
      if (!group.known()) {
        surroundings
            .err()
            .printf(
                "%d due jobs of type %s wait: no running worker %s%n",
                group.jobs(),
                group.type(),
                group.requires().isEmpty()
                    ? "knows it"
                    : "knows it and has " + String.join(", ", group.requires()));
      }
    }
  }

  private void table(List<JobView> jobs) {
    var now = new SystemTime().now();
    var table = new Table("JOB", "RUN", "TYPE", "STATUS", "FAILURES", "WORKER", "AGE", "ERROR");
    for (JobView job : jobs) {
      table.add(
          job.id().toString(),
          job.run().toString(),
          job.type().name(),
          job.status().word(),
          job.failures() + "/" + job.maxAttempts(),
          job.worker() == null ? "-" : job.worker(),
          Ago.since(job.createdAt(), now),
          ErrorLine.of(job.error()));
    }
    table.print(surroundings.out());
  }
}
