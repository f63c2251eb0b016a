package dev.tidemill.bench.metrics;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A server of its own, on a port and a folder of its own. */
abstract class Peer implements AutoCloseable {
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  final Path folder;
  final int port;
  private Process process;

  Peer(Path folder) throws IOException {
    this.folder = folder;
    Files.createDirectories(folder);
    try (var socket = new ServerSocket(0)) {
      this.port = socket.getLocalPort();
    }
  }

  abstract String name();

  abstract List<String> command();

  abstract Map<String, String> environment();

  /** Bytes per sample of what is at rest. */
  abstract String disk() throws Exception;

  /** Returns when nothing is being put together any more. */
  abstract void settle() throws Exception;

  void start() throws Exception {
    var builder = new ProcessBuilder(command()).redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve("log").toFile()));
    builder.environment().putAll(environment());
    process = builder.start();
    long until = System.nanoTime() + Duration.ofMinutes(3).toNanos();
    while (!ready()) {
      if (System.nanoTime() > until || !process.isAlive()) {
        throw new IllegalStateException(name() + " did not start, see " + folder.resolve("log"));
      }
      Thread.sleep(100);
    }
  }

  private boolean ready() throws InterruptedException {
    try {
      return get("/-/ready").length() > 0 && ask("/api/v1/query", Map.of("query", "1")).ok();
    } catch (IOException e) {
      return false;
    }
  }

  String get(String path) throws IOException, InterruptedException {
    var request = HttpRequest.newBuilder(uri(path)).timeout(Duration.ofMinutes(2)).build();
    return client.send(request, BodyHandlers.ofString()).body();
  }

  /** An answer and how long it took. */
  record Told(int status, byte[] body, long nanos) {
    boolean ok() {
      return status == 200;
    }
  }

  Told ask(String path, Map<String, String> form) throws IOException, InterruptedException {
    var body = new StringBuilder();
    form.forEach(
        (name, value) ->
            body.append(body.isEmpty() ? "" : "&")
                .append(name)
                .append('=')
                .append(URLEncoder.encode(value, StandardCharsets.UTF_8)));
    var request =
        HttpRequest.newBuilder(uri(path))
            .header("content-type", "application/x-www-form-urlencoded")
            .timeout(Duration.ofMinutes(2))
            .POST(BodyPublishers.ofString(body.toString()))
            .build();
    long began = System.nanoTime();
    var told = client.send(request, BodyHandlers.ofByteArray());
    return new Told(told.statusCode(), told.body(), System.nanoTime() - began);
  }

  void write(byte[] request) throws IOException, InterruptedException {
    var sent =
        HttpRequest.newBuilder(uri("/api/v1/write"))
            .header("content-type", "application/x-protobuf")
            .header("content-encoding", "snappy")
            .timeout(Duration.ofMinutes(2))
            .POST(BodyPublishers.ofByteArray(request))
            .build();
    var told = client.send(sent, BodyHandlers.ofString());
    if (told.statusCode() != 204) {
      throw new IllegalStateException(name() + ": " + told.statusCode() + " " + told.body());
    }
  }

  private URI uri(String path) {
    return URI.create("http://127.0.0.1:" + port + path);
  }

  /** Resident memory in MiB. */
  long resident() throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/" + process.pid() + "/status"))) {
      if (line.startsWith("VmRSS:")) {
        return Long.parseLong(line.replaceAll("\\D", "")) / 1024;
      }
    }
    return -1;
  }

  /** How long it has had a processor, in hundredths of a second. */
  long processorTicks() throws IOException {
    String stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    return Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
  }

  void stop() throws InterruptedException {
    process.destroy();
    process.waitFor();
  }

  @Override
  public void close() throws InterruptedException {
    if (process != null && process.isAlive()) {
      stop();
    }
    client.shutdownNow();
  }
}
