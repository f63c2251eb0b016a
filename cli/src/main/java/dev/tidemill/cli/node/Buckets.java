package dev.tidemill.cli.node;

import dev.tidemill.cli.settings.Settings;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.reconcile.run.ReconcileConfig;
import dev.tidemill.storage.ObjectStores;
import dev.tidemill.storage.cache.ObjectCache;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Buckets that are read as sources, each with its cache, opened when first used. Thread-safe. */
final class Buckets implements Function<String, ObjectCache> {
  private static final Logger log = LoggerFactory.getLogger(Buckets.class);
  private static final Pattern OWNER = Pattern.compile("[^/]*-(\\d+)(/.*)?");

  private final Settings settings;
  private final TimeSource time;
  private final Map<String, ObjectCache> open = new HashMap<>();

  Buckets(Settings settings, TimeSource time) {
    this.settings = settings;
    this.time = time;
  }

  /**
   * @param address {@code s3://bucket}
   */
  @Override
  public synchronized ObjectCache apply(String address) {
    return open.computeIfAbsent(
        address,
        bucket ->
            new ObjectCache(
                ObjectStores.open(bucket, settings.s3(), time),
                folder(bucket),
                settings.config().get(ReconcileConfig.CACHE)));
  }

  /** One per process: two of them in a data folder must not clear each other's files. */
  private Path folder(String bucket) {
    Path all = settings.data().toAbsolutePath().resolve("cache");
    removeThoseOfTheDead(all);
    String name = bucket.replaceAll("[^a-z0-9.-]", "_");
    return all.resolve(name + "-" + ProcessHandle.current().pid());
  }

  private static void removeThoseOfTheDead(Path all) {
    if (!Files.isDirectory(all)) {
      return;
    }
    try (Stream<Path> paths = Files.walk(all)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Matcher owner = OWNER.matcher(all.relativize(path).toString());
        if (owner.matches() && ProcessHandle.of(Long.parseLong(owner.group(1))).isEmpty()) {
          Files.deleteIfExists(path);
        }
      }
    } catch (IOException e) {
      log.warn("What other processes left in {} stays there: {}", all, e.toString());
    }
  }
}
