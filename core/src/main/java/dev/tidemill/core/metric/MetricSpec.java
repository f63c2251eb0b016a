package dev.tidemill.core.metric;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** What a metric is called, what it means and which labels it has. */
public record MetricSpec(String name, Kind kind, String help, List<String> labels) {
  private static final Pattern NAME = Pattern.compile("tidemill_[a-z0-9]+(_[a-z0-9]+)*");
  private static final Pattern SCALED_UNIT =
      Pattern.compile(".*_(ms|millis|milliseconds|micros|nanos|minutes|hours|kb|mb|percent)(_.*)?");
  private static final Set<String> IDENTITIES =
      Set.of("id", "run", "run_id", "job", "job_id", "query_id", "work_id", "epoch");

  /** How a metric behaves. */
  public enum Kind {
    COUNTER,
    GAUGE,
    HISTOGRAM
  }

  public MetricSpec {
    labels = List.copyOf(labels);
    require(NAME.matcher(name).matches(), name, "names are tidemill_ and lower-case words");
    require(!SCALED_UNIT.matcher(name).matches(), name, "use base units: seconds, bytes, ratio");
    require(
        name.endsWith("_total") == (kind == Kind.COUNTER),
        name,
        "counters, and only they, end in _total");
    require(labels.stream().noneMatch(IDENTITIES::contains), name, "ids are not labels");
    require(!help.isBlank(), name, "help is empty");
  }

  public static MetricSpec counter(String name, String help, String... labels) {
    return new MetricSpec(name, Kind.COUNTER, help, List.of(labels));
  }

  public static MetricSpec gauge(String name, String help, String... labels) {
    return new MetricSpec(name, Kind.GAUGE, help, List.of(labels));
  }

  public static MetricSpec histogram(String name, String help, String... labels) {
    return new MetricSpec(name, Kind.HISTOGRAM, help, List.of(labels));
  }

  private static void require(boolean holds, String name, String rule) {
    if (!holds) {
      throw new IllegalArgumentException("metric " + name + ": " + rule);
    }
  }
}
