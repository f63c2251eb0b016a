package dev.tidemill.server.prometheus;

import dev.tidemill.core.config.Config;
import dev.tidemill.core.config.ConfigKey;
import dev.tidemill.core.config.ConfigSchema;
import dev.tidemill.core.config.ConfigType;
import dev.tidemill.promql.series.QueryBudget;
import java.time.Duration;

/** What one query may take, as the installation wants it. */
public final class QueryConfig {
  public static final ConfigKey<Duration> TIMEOUT =
      ConfigKey.of(
          "query.timeout",
          ConfigType.DURATION,
          QueryLimits.DEFAULT.time(),
          "How long a query may take");
  public static final ConfigKey<Integer> MAX_SERIES =
      count("query.max_series", QueryLimits.DEFAULT.budget().series(), "Series a query may read");
  public static final ConfigKey<Integer> MAX_SAMPLES =
      count(
          "query.max_samples", QueryLimits.DEFAULT.budget().samples(), "Samples a query may read");
  public static final ConfigKey<Integer> MAX_VALUES =
      count(
          "query.max_values",
          QueryLimits.DEFAULT.budget().held(),
          "Values a query may hold in memory, for its result or on the way to it");
  public static final ConfigKey<Integer> MAX_POINTS =
      count("query.max_points", QueryLimits.DEFAULT.points(), "Steps of a query over time");

  private QueryConfig() {}

  private static ConfigKey<Integer> count(String path, long otherwise, String description) {
    return ConfigKey.of(
        path, ConfigType.integer(1, Integer.MAX_VALUE), Math.toIntExact(otherwise), description);
  }

  public static void addTo(ConfigSchema schema) {
    schema.add(TIMEOUT, MAX_SERIES, MAX_SAMPLES, MAX_VALUES, MAX_POINTS);
  }

  public static QueryLimits limits(Config config) {
    return new QueryLimits(
        new QueryBudget.Limits(
            config.get(MAX_SERIES),
            config.get(MAX_SAMPLES),
            config.get(MAX_VALUES),
            QueryLimits.DEFAULT.budget().steps()),
        config.get(TIMEOUT),
        config.get(MAX_POINTS));
  }
}
