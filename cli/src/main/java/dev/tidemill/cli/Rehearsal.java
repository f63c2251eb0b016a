package dev.tidemill.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemill.wire.prometheus.v1.Label;
import dev.tidemill.wire.prometheus.v1.Sample;
import dev.tidemill.wire.prometheus.v1.TimeSeries;
import dev.tidemill.wire.prometheus.v1.WriteRequest;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * What people do first, all in one process: reconciling alone, then a daemon that takes samples and
 * answers questions. {@code dev/lib} makes the start-up cache of the classes this needs, and of
 * nothing else.
 */
final class Rehearsal {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final long START = 1_700_000_000;

  private final Path folder;

  private Rehearsal(Path folder) {
    this.folder = folder;
  }

  /** A recipe, and an empty folder to work in. */
  public static void main(String[] args) {
    System.setProperty("tidemill.log", "INFO");
    try {
      new Rehearsal(Path.of(args[1])).play(args[0]);
    } catch (Exception e) {
      System.err.println("error: the rehearsal failed: " + e);
      // The daemon's threads would go on.
      System.exit(1);
    }
    System.exit(0);
  }

  private void play(String recipe) throws Exception {
    run("reconcile", recipe, "--data", folder.resolve("alone").toString());
    var url = new CompletableFuture<String>();
    Thread daemon = Thread.ofPlatform().daemon().name("rehearsed daemon").start(() -> up(url));
    String server = url.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    Path samples = folder.resolve("metrics.om");
    Files.writeString(samples, "temp{room=\"a\"} 20 %d\n# EOF\n".formatted(START));
    run("import", samples.toString(), "--server", server);
    write(server);
    for (String query :
        new String[] {"temp", "sum by (room) (rate(temp[5m]))", "max_over_time(temp[5m]) + 1"}) {
      run("query", query, "--time", String.valueOf(START + 60), "--server", server);
    }
    String end = String.valueOf(START + 600);
    run("query", "temp", "--start", START + "", "--end", end, "--step", "30s", "--server", server);
    run("runs", "list", "--server", server);
    daemon.interrupt();
    daemon.join(PATIENCE);
  }

  private void up(CompletableFuture<String> url) {
    var err =
        new PrintStream(new ByteArrayOutputStream(), true, UTF_8) {
          @Override
          public PrintStream printf(String format, Object... given) {
            if (format.startsWith("Tidemill is up")) {
              url.complete(String.valueOf(given[0]));
            }
            return super.printf(format, given);
          }
        };
    var surroundings = new Surroundings(System.out, err, Map.of(), folder);
    new Tidemill(surroundings)
        .run("up", "--http-port", "0", "--grpc-port", "0", "--data", folder + "/up");
  }

  private void run(String... args) {
    int exit = new Tidemill(new Surroundings(System.out, System.err, Map.of(), folder)).run(args);
    if (exit != 0) {
      throw new IllegalStateException(String.join(" ", args) + " ended with " + exit);
    }
  }

  private static void write(String server) throws Exception {
    var series =
        TimeSeries.newBuilder()
            .addLabels(Label.newBuilder().setName("__name__").setValue("temp"))
            .addLabels(Label.newBuilder().setName("room").setValue("b"))
            .addSamples(Sample.newBuilder().setTimestamp(START * 1000).setValue(21.5))
            .addSamples(Sample.newBuilder().setTimestamp(START * 1000 + 15_000).setValue(22));
    byte[] request = WriteRequest.newBuilder().addTimeseries(series).build().toByteArray();
    try (var client = HttpClient.newHttpClient()) {
      var sent =
          HttpRequest.newBuilder(URI.create(server + "/api/v1/write"))
              .timeout(PATIENCE)
              .header("content-type", "application/x-protobuf")
              .header("content-encoding", "snappy")
              .POST(BodyPublishers.ofByteArray(uncompressed(request)));
      int status = client.send(sent.build(), BodyHandlers.discarding()).statusCode();
      if (status != 204) {
        throw new IllegalStateException("the samples were answered with " + status);
      }
    }
  }

  /** In snappy's form, as one literal of less than 128 bytes. */
  private static byte[] uncompressed(byte[] bytes) {
    byte[] form = new byte[bytes.length + 3];
    form[0] = (byte) bytes.length;
    form[1] = (byte) (60 << 2);
    form[2] = (byte) (bytes.length - 1);
    System.arraycopy(bytes, 0, form, 3, bytes.length);
    return form;
  }
}
