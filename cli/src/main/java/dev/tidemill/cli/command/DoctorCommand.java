package dev.tidemill.cli.command;

import dev.tidemill.cli.Build;
import dev.tidemill.cli.Surroundings;
import dev.tidemill.cli.doctor.Check;
import dev.tidemill.cli.doctor.DataFolderCheck;
import dev.tidemill.cli.doctor.EngineCheck;
import dev.tidemill.cli.doctor.Finding;
import dev.tidemill.cli.doctor.JavaCheck;
import dev.tidemill.cli.doctor.ObjectsCheck;
import dev.tidemill.cli.doctor.PortsCheck;
import dev.tidemill.cli.doctor.StoreCheck;
import dev.tidemill.cli.output.ErrorText;
import dev.tidemill.cli.output.Format;
import dev.tidemill.cli.output.JsonText;
import dev.tidemill.cli.settings.Settings;
import dev.tidemill.cli.settings.SettingsOptions;
import dev.tidemill.core.error.ExitCode;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.time.SystemTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code tidemill doctor}: looks at everything and changes nothing. */
@Command(
    name = "doctor",
    description =
        "Check that everything the program needs is there. Changes nothing."
            + " Exits 1 when something will not work.")
public final class DoctorCommand implements Callable<Integer> {
  private final Surroundings surroundings;
  @Mixin private SettingsOptions options = new SettingsOptions();

  public DoctorCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  private record Result(String check, Finding finding) {}

  @Override
  public Integer call() {
    Settings settings = options.load(surroundings);
    var time = new SystemTime();
    List<Check> checks =
        List.of(
            new JavaCheck(),
            new DataFolderCheck(settings.data()),
            new StoreCheck(settings.store(), time),
            new ObjectsCheck(settings.objects(), () -> settings.openObjects(time)),
            new EngineCheck(),
            PortsCheck.standard());
    boolean json = options.format() == Format.JSON;
    if (!json) {
      surroundings.out().println("tidemill " + Build.version());
    }
    var results = new ArrayList<Result>();
    for (Check check : checks) {
      var result = new Result(check.name(), look(check));
      results.add(result);
      if (!json) {
        print(result);
      }
    }
    if (json) {
      JsonText.printList(surroundings.out(), results.stream().map(DoctorCommand::json).toList());
    }
    boolean failed = results.stream().anyMatch(r -> r.finding.level() == Finding.Level.FAIL);
    return (failed ? ExitCode.FAILED : ExitCode.OK).value();
  }

  /** A check that breaks is a finding like any other. */
  private static Finding look(Check check) {
    try {
      return check.look();
    } catch (Exception | LinkageError e) {
      Problem problem = ErrorText.of(e).getFirst();
      String detail =
          problem.cause() == null ? problem.message() : problem.message() + ": " + problem.cause();
      return new Finding(Finding.Level.FAIL, detail, problem.next());
    }
  }

  private void print(Result result) {
    String mark =
        switch (result.finding.level()) {
          case OK -> "ok  ";
          case WARN -> "warn";
          case FAIL -> "FAIL";
        };
    surroundings.out().printf("%s  %-12s %s%n", mark, result.check, result.finding.detail());
    if (result.finding.next() != null) {
      surroundings.out().printf("      %-12s next: %s%n", "", result.finding.next());
    }
  }

  private static Map<String, ?> json(Result result) {
    var fields = new LinkedHashMap<String, Object>();
    fields.put("check", result.check);
    fields.put("level", result.finding.level().name().toLowerCase(Locale.ROOT));
    fields.put("detail", result.finding.detail());
    fields.put("next", result.finding.next());
    return fields;
  }
}
