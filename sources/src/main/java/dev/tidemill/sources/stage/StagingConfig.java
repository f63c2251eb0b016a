package dev.tidemill.sources.stage;

import dev.tidemill.core.DataSize;
import dev.tidemill.core.config.Config;
import dev.tidemill.core.config.ConfigKey;
import dev.tidemill.core.config.ConfigSchema;
import dev.tidemill.core.config.ConfigType;
import java.time.Duration;
import java.util.List;

/** The settings of staging. */
public final class StagingConfig {
  public static final ConfigKey<Integer> CHUNK_THRESHOLD_ROWS =
      ConfigKey.of(
          "staging.chunk_threshold_rows",
          ConfigType.integer(1, Integer.MAX_VALUE),
          StageSettings.DEFAULT.chunkThresholdRows(),
          "Sources of more rows are staged by several jobs");
  public static final ConfigKey<Integer> MAX_PARALLEL_CHUNKS =
      ConfigKey.of(
          "staging.max_parallel_chunks",
          ConfigType.integer(1, 1000),
          StageSettings.DEFAULT.maxParallelChunks(),
          "How many jobs one source is cut into at most");
  public static final ConfigKey<DataSize> MAX_VALUE_BYTES =
      ConfigKey.of(
          "staging.max_value_bytes",
          ConfigType.SIZE,
          new DataSize(StageSettings.DEFAULT.maxValueBytes()),
          "A source with a longer value is refused");
  public static final ConfigKey<Duration> SNAPSHOT_MAX_AGE =
      ConfigKey.of(
          "staging.snapshot_max_age",
          ConfigType.DURATION,
          StageSettings.DEFAULT.snapshotMaxAge(),
          "A source whose parts would be of an older moment is staged anew");
  public static final ConfigKey<DataSize> MEMORY =
      ConfigKey.of(
          "staging.memory",
          ConfigType.SIZE,
          DataSize.ofMebibytes(512),
          "What writing one part may use");
  public static final ConfigKey<List<String>> ALLOW =
      ConfigKey.of(
          "sources.allow",
          ConfigType.LIST,
          List.of(),
          "Where a server may connect to for sources: host, host:port, *.domain or *");

  private StagingConfig() {}

  public static void addTo(ConfigSchema schema) {
    schema.add(
        CHUNK_THRESHOLD_ROWS,
        MAX_PARALLEL_CHUNKS,
        MAX_VALUE_BYTES,
        SNAPSHOT_MAX_AGE,
        MEMORY,
        ALLOW);
  }

  public static StageSettings settings(Config config) {
    return new StageSettings(
        config.get(CHUNK_THRESHOLD_ROWS),
        config.get(MAX_PARALLEL_CHUNKS),
        config.get(MAX_VALUE_BYTES).bytes(),
        config.get(SNAPSHOT_MAX_AGE).toSeconds());
  }
}
