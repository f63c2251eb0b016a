package dev.tidemill.reconcile.run;

import dev.tidemill.core.DataSize;
import dev.tidemill.core.config.ConfigKey;
import dev.tidemill.core.config.ConfigSchema;
import dev.tidemill.core.config.ConfigType;
import java.util.List;

/** The settings of matching. */
public final class ReconcileConfig {
  public static final ConfigKey<DataSize> MEMORY =
      ConfigKey.of(
          "engine.memory",
          ConfigType.SIZE,
          DataSize.ofMebibytes(2048),
          "What matching one run may use before it spills to disk");
  public static final ConfigKey<Integer> THREADS =
      ConfigKey.optional(
          "engine.threads",
          ConfigType.integer(1, 1024),
          "Processors that one run may use; absent: all");
  public static final ConfigKey<List<String>> FOLDERS =
      ConfigKey.of(
          "sources.folders",
          ConfigType.LIST,
          List.of(),
          "Folders whose files a server or worker may read as sources");

  public static final ConfigKey<DataSize> CACHE =
      ConfigKey.of(
          "cache.size",
          ConfigType.SIZE,
          DataSize.ofMebibytes(10_240),
          "Disk for objects of S3 that are read as sources, per bucket");

  private ReconcileConfig() {}

  public static void addTo(ConfigSchema schema) {
    schema.add(MEMORY, THREADS, FOLDERS, CACHE);
  }
}
