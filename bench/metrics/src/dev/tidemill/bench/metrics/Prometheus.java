package dev.tidemill.bench.metrics;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Debian's, without anything to scrape: an empty one takes samples of any time, if in order. */
final class Prometheus extends Peer {
  Prometheus(Path folder) throws IOException {
    super(folder);
    Files.writeString(folder.resolve("prometheus.yml"), "global: {}\n");
  }

  @Override
  String name() {
    return "Prometheus";
  }

  @Override
  List<String> command() {
    return List.of(
        "prometheus",
        "--config.file=" + folder.resolve("prometheus.yml"),
        "--storage.tsdb.path=" + folder.resolve("data"),
        "--storage.tsdb.retention.time=30d",
        "--web.listen-address=127.0.0.1:" + port,
        "--web.enable-remote-write-receiver",
        "--query.lookback-delta=5m",
        "--log.level=warn");
  }

  @Override
  Map<String, String> environment() {
    return Map.of();
  }

  @Override
  void settle() throws Exception {
    String before = "";
    for (int same = 0; same < 5; ) {
      Thread.sleep(2_000);
      String now = blocks();
      same = now.equals(before) && !now.contains("tmp") ? same + 1 : 0;
      before = now;
    }
  }

  private String blocks() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("data"))) {
      return files.map(f -> f.getFileName().toString()).sorted().toList().toString();
    }
  }

  /** Of its blocks: index and chunks. What is still in its head has no place at rest yet. */
  @Override
  String disk() throws Exception {
    long bytes = 0;
    long samples = 0;
    try (Stream<Path> all = Files.walk(folder.resolve("data"))) {
      for (Path meta : all.filter(f -> f.endsWith("meta.json")).toList()) {
        samples += new JsonMapper().readTree(meta.toFile()).at("/stats/numSamples").asLong();
        try (Stream<Path> files = Files.walk(meta.getParent())) {
          for (Path file : files.filter(Files::isRegularFile).toList()) {
            bytes += Files.size(file);
          }
        }
      }
    }
    return "%.2f bytes per sample (%,d samples in blocks)"
        .formatted((double) bytes / samples, samples);
  }
}
