package dev.tidemill.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemill.cli.command.AdapterCommand;
import dev.tidemill.cli.command.BenchCommand;
import dev.tidemill.cli.command.ConfigCommand;
import dev.tidemill.cli.command.DoctorCommand;
import dev.tidemill.cli.command.ImportCommand;
import dev.tidemill.cli.command.JobsCommand;
import dev.tidemill.cli.command.QueryCommand;
import dev.tidemill.cli.command.ReconcileCommand;
import dev.tidemill.cli.command.RunsCommand;
import dev.tidemill.cli.command.ScaleCommand;
import dev.tidemill.cli.command.SchedulesCommand;
import dev.tidemill.cli.command.ServerCommand;
import dev.tidemill.cli.command.StoreCommand;
import dev.tidemill.cli.command.UpCommand;
import dev.tidemill.cli.command.WorkerCommand;
import dev.tidemill.cli.command.WorkersCommand;
import dev.tidemill.cli.output.ErrorText;
import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.ExitCode;
import dev.tidemill.core.error.Problem;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;

/** Finds the command that was called and runs it. */
public final class Tidemill {
  private final Surroundings surroundings;
  private final CommandRegistry commands =
      new CommandRegistry()
          .add(
              List.of(
                  new CommandRegistry.Entry("up", "Run everything in one process", UpCommand::new),
                  new CommandRegistry.Entry("server", "Run the API and upkeep", ServerCommand::new),
                  new CommandRegistry.Entry(
                      "worker", "Run jobs of a shared store: start", WorkerCommand::new),
                  new CommandRegistry.Entry(
                      "reconcile",
                      "Match two datasets by a recipe, with evidence",
                      ReconcileCommand::new),
                  new CommandRegistry.Entry(
                      "query", "Ask for metrics in PromQL", QueryCommand::new),
                  new CommandRegistry.Entry(
                      "import", "Store metrics from OpenMetrics text", ImportCommand::new),
                  new CommandRegistry.Entry(
                      "jobs",
                      "Submit jobs and look at them: submit, list, get, log, retry, waiting",
                      JobsCommand::new),
                  new CommandRegistry.Entry(
                      "runs",
                      "Look at runs, stop and retry them: list, get, cancel, retry, again, events, evidence",
                      RunsCommand::new),
                  new CommandRegistry.Entry(
                      "schedules",
                      "Start work by the clock: create, apply, list, pause, trigger, history, …",
                      SchedulesCommand::new),
                  new CommandRegistry.Entry(
                      "workers", "Look at workers: list, drain, undrain", WorkersCommand::new),
                  new CommandRegistry.Entry(
                      "adapter",
                      "Start and drain workers as scaling wants it: start",
                      AdapterCommand::new),
                  new CommandRegistry.Entry(
                      "scale",
                      "Why the fleet is as large as it is: status, history, explain, simulate",
                      ScaleCommand::new),
                  new CommandRegistry.Entry(
                      "bench", "Measure an installation: jobs", BenchCommand::new),
                  new CommandRegistry.Entry(
                      "doctor",
                      "Check that everything the program needs is there",
                      DoctorCommand::new),
                  new CommandRegistry.Entry(
                      "config", "Show or check the settings: show, check", ConfigCommand::new),
                  new CommandRegistry.Entry(
                      "store", "Prepare the database: migrate, status", StoreCommand::new)));

  public Tidemill(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  /** Returns the exit code. */
  public int run(String... args) {
    List<String> all = Arrays.asList(args);
    Optional<String> name = all.stream().filter(arg -> !arg.startsWith("-")).findFirst();
    if (name.isEmpty()) {
      return withoutCommand(all);
    }
    Optional<CommandRegistry.Entry> entry = commands.find(name.get());
    if (entry.isEmpty()) {
      return unknown("command", name.get());
    }
    int at = all.indexOf(name.get());
    if (at > 0) {
      return fail(
          Problem.of(CoreError.INVALID_INPUT, "options come after the command")
              .field(all.getFirst())
              .next("tidemill %s %s".formatted(name.get(), String.join(" ", all.subList(0, at)))));
    }
    return run(entry.get(), all.subList(1, all.size()));
  }

  private int run(CommandRegistry.Entry entry, List<String> args) {
    Object command = entry.command().apply(surroundings);
    boolean debug = args.contains("--debug");
    var line =
        new CommandLine(command)
            .setCommandName("tidemill " + entry.name())
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setOut(new PrintWriter(surroundings.out(), true, UTF_8))
            .setErr(new PrintWriter(surroundings.err(), true, UTF_8))
            .setParameterExceptionHandler((e, given) -> fail(ErrorText.usage(e)))
            .setExecutionExceptionHandler((e, failed, result) -> failed(e, debug));
    return line.execute(args.toArray(String[]::new));
  }

  private int withoutCommand(List<String> options) {
    for (String option : options) {
      switch (option) {
        case "--version", "-V" -> {
          surroundings.out().println("tidemill " + Build.version());
          return ExitCode.OK.value();
        }
        case "--help", "-h" -> {
          help();
          return ExitCode.OK.value();
        }
        default -> {
          return unknown("option", option);
        }
      }
    }
    help();
    return ExitCode.USAGE.value();
  }

  private void help() {
    var out = surroundings.out();
    out.println("Tidemill: a worker platform for data work that scales itself");
    out.println();
    out.println("Usage: tidemill COMMAND [OPTIONS]");
    out.println();
    for (CommandRegistry.Entry entry : commands.all()) {
      out.printf("  %-12s %s%n", entry.name(), entry.summary());
    }
    out.println();
    out.println("  tidemill COMMAND --help    what a command does and which options it has");
    out.println("  tidemill --version         which build this is");
  }

  private int unknown(String kind, String name) {
    Problem problem =
        Problem.of(CoreError.INVALID_INPUT, "there is no %s '%s'".formatted(kind, name));
    return fail(
        commands
            .suggest(name)
            .map(near -> problem.next("did you mean `tidemill " + near + "`?"))
            .orElseGet(() -> problem.next("`tidemill --help` lists the commands")));
  }

  private int failed(Exception error, boolean debug) {
    if (debug) {
      error.printStackTrace(surroundings.err());
    }
    return fail(ErrorText.of(error));
  }

  private int fail(Problem problem) {
    return fail(List.of(problem));
  }

  private int fail(List<Problem> problems) {
    problems.forEach(problem -> ErrorText.print(surroundings.err(), problem));
    return problems.getFirst().code().exitCode().value();
  }
}
