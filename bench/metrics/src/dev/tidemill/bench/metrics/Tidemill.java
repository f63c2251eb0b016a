package dev.tidemill.bench.metrics;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.List;
import java.util.Map;

/** {@code tidemill up} with its defaults: SQLite, objects in a folder; 1 GiB of heap. */
final class Tidemill extends Peer {
  private static final String COUNTED =
      "SELECT count(*), coalesce(sum(bytes), 0), coalesce(sum(sample_count), 0)"
          + " FROM segments WHERE dropped_at IS NULL";

  Tidemill(Path folder) throws IOException {
    super(folder);
  }

  @Override
  String name() {
    return "Tidemill";
  }

  @Override
  List<String> command() {
    return List.of(
        Path.of("tidemill").toAbsolutePath().toString(),
        "up",
        "--http-port",
        String.valueOf(port),
        "--data",
        folder.resolve("data").toAbsolutePath().toString());
  }

  @Override
  Map<String, String> environment() {
    String more = System.getenv().getOrDefault("TIDEMILL_JAVA_OPTS", "");
    return Map.of(
        "TIDEMILL_JAVA_OPTS",
        ("-Xmx1g " + more).strip(),
        // So that it is at rest soon after it was fed.
        "TIDEMILL_METRICS_COMPACT_EVERY",
        "15s");
  }

  /** Compaction looks every 15 s. */
  @Override
  void settle() throws Exception {
    long before = -1;
    for (int same = 0; same < 16; ) {
      Thread.sleep(2_000);
      long now = counted()[0];
      same = now == before ? same + 1 : 0;
      before = now;
    }
  }

  @Override
  String disk() throws Exception {
    long[] counted = counted();
    return "%.2f bytes per sample (%,d samples in %d segments)"
        .formatted((double) counted[1] / counted[2], counted[2], counted[0]);
  }

  private long[] counted() throws Exception {
    String url = "jdbc:sqlite:" + folder.resolve("data/tidemill.db").toAbsolutePath();
    try (var connection = DriverManager.getConnection(url);
        var statement = connection.createStatement();
        var row = statement.executeQuery(COUNTED)) {
      row.next();
      return new long[] {row.getLong(1), row.getLong(2), row.getLong(3)};
    }
  }
}
