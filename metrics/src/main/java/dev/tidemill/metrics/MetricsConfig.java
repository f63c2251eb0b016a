package dev.tidemill.metrics;

import dev.tidemill.core.DataSize;
import dev.tidemill.core.config.ConfigKey;
import dev.tidemill.core.config.ConfigRule;
import dev.tidemill.core.config.ConfigSchema;
import dev.tidemill.core.config.ConfigType;
import java.time.Duration;

/** Settings of the metric store. */
public final class MetricsConfig {
  /** Below it a sample would go while its window still takes some. */
  private static final Duration SHORTEST_RETENTION = Duration.ofHours(4);

  public static final ConfigKey<Duration> RETENTION =
      ConfigKey.optional(
          "metrics.retention",
          ConfigType.DURATION,
          "How long samples are kept, as 30d; absent: for ever");
  public static final ConfigKey<Duration> COMPACT_EVERY =
      ConfigKey.of(
          "metrics.compact_every",
          ConfigType.DURATION,
          Duration.ofMinutes(5),
          "How often a job puts segments together and drops what is too old");
  public static final ConfigKey<DataSize> CACHE =
      ConfigKey.optional(
          "metrics.cache",
          ConfigType.SIZE,
          "Memory for decoded samples; absent: a quarter of the heap");
  public static final ConfigKey<Boolean> SELF =
      ConfigKey.of(
          "self_metrics",
          ConfigType.FLAG,
          false,
          "Keep the metrics of this process in the metric store too");

  private MetricsConfig() {}

  public static void addTo(ConfigSchema schema) {
    schema
        .add(RETENTION, COMPACT_EVERY, CACHE, SELF)
        .add(
            new ConfigRule(
                "metrics.compact_every",
                "upkeep takes a moment: metrics.compact_every is at least 1s",
                config -> config.get(COMPACT_EVERY).compareTo(Duration.ofSeconds(1)) >= 0))
        .add(
            new ConfigRule(
                "metrics.retention",
                "samples come in windows of 2 h: metrics.retention is at least 4h",
                config ->
                    config
                        .find(RETENTION)
                        .map(kept -> kept.compareTo(SHORTEST_RETENTION) >= 0)
                        .orElse(true)));
  }
}
