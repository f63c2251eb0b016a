package dev.tidemill.cli.command;

import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.scale.CapabilitySet;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What every adapter is told. */
final class AdapterOptions {
  private static final int MOST = 100_000;

  @Option(
      names = "--id",
      paramLabel = "ID",
      description = "Names the adapter, the same at every start (default: kind and host).")
  private @Nullable String id;

  @Option(
      names = "--max-groups",
      paramLabel = "N",
      defaultValue = "4",
      description = "How many groups it may run at once (default 4).")
  private int maxGroups;

  @Option(
      names = "--workers-per-group",
      paramLabel = "N",
      defaultValue = "1",
      description = "How many workers a group has (default 1).")
  private int workersPerGroup;

  @Option(
      names = "--capabilities",
      split = ",",
      paramLabel = "WORD",
      description = "What its workers can do, beside ordinary work.")
  private @Nullable List<String> capabilities;

  @Option(
      names = "--slots",
      paramLabel = "N",
      description = "How many jobs a worker runs at once (default: twice the processors).")
  private @Nullable Integer slots;

  @Option(
      names = "--stop-workers",
      description = "On Ctrl-C let the workers finish and end; otherwise they run on.")
  private boolean stopWorkers;

  String id(String kind) {
    String name = id == null ? kind + "-" + host() : id;
    if (!name.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,62}")) {
      throw Problem.of(CoreError.INVALID_INPUT, "'%s' cannot name an adapter".formatted(name))
          .field("--id")
          .next("use letters, digits, points and dashes, 63 at most")
          .exception();
    }
    return name;
  }

  int maxGroups() {
    return within("--max-groups", maxGroups, 0);
  }

  int workersPerGroup() {
    return within("--workers-per-group", workersPerGroup, 1);
  }

  int slots() {
    return slots == null
        ? 2 * Runtime.getRuntime().availableProcessors()
        : within("--slots", slots, 1);
  }

  CapabilitySet capabilities() {
    try {
      return capabilities == null ? CapabilitySet.NONE : CapabilitySet.of(capabilities);
    } catch (IllegalArgumentException e) {
      throw Problem.of(CoreError.INVALID_INPUT, String.valueOf(e.getMessage()))
          .field("--capabilities")
          .exception();
    }
  }

  boolean stopWorkers() {
    return stopWorkers;
  }

  /** For options of the kinds of adapters. */
  static TidemillException wrong(String message) {
    return Problem.of(CoreError.INVALID_INPUT, message)
        .next("`tidemill adapter start --help` and docs/scaling.md show how")
        .exception();
  }

  private static int within(String option, int value, int least) {
    if (value < least || value > MOST) {
      throw Problem.of(
              CoreError.INVALID_INPUT,
              "%s must be from %d to %d, got %d".formatted(option, least, MOST, value))
          .field(option)
          .exception();
    }
    return value;
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName().replaceAll("[^A-Za-z0-9._-]", "-");
    } catch (UnknownHostException e) {
      return "localhost";
    }
  }
}
