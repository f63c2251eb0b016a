package dev.tidemill.bench.metrics;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Both servers, the same samples, the same questions, in turns. */
public final class Main {
  private static final int WARM_UP = 40;
  private static final long WARM_UP_NANOS = 8_000_000_000L;
  private static final int EACH = 8;
  private static final int TINY_WARM_UP = 4_000;
  private static final int TINY_EACH = 50;
  private static final int INGEST_CONNECTIONS = 8;
  private static final int INGEST_SERIES = 500;
  private static final int INGEST_REQUESTS = 100;

  private final Map<String, String> options = new LinkedHashMap<>();
  private final Path folder;

  private Main(String[] args) throws Exception {
    for (int i = 0; i < args.length; i++) {
      boolean flag = i + 1 == args.length || args[i + 1].startsWith("--");
      options.put(args[i], flag ? "" : args[++i]);
    }
    String data = options.get("--data");
    folder =
        data == null
            ? Files.createTempDirectory("bench-metrics")
            : Files.createDirectories(Path.of(data).toAbsolutePath());
  }

  public static void main(String[] args) throws Exception {
    var main = new Main(args);
    if (main.options.containsKey("--ingest")) {
      main.ingest();
    } else if (main.options.containsKey("--tiny")) {
      main.tiny();
    } else {
      main.queries();
    }
    System.exit(0);
  }

  private int number(String option, int otherwise) {
    return Integer.parseInt(options.getOrDefault(option, String.valueOf(otherwise)));
  }

  private void queries() throws Exception {
    int samples = number("--hours", 24) * 240;
    List<Sample> series = Sample.series(number("--series", 1000));
    try (Peer theirs = new Prometheus(folder.resolve("prometheus"));
        Peer ours = new Tidemill(folder.resolve("tidemill"))) {
      theirs.start();
      ours.start();
      long start = fed(ours, theirs, series, samples);
      long end = start + samples * Sample.INTERVAL;
      System.out.printf("%n| at rest | |%n|---|---|%n");
      System.out.printf("| Tidemill | %s |%n", ours.disk());
      System.out.printf("| Prometheus | %s |%n%n", theirs.disk());
      List<Question> questions = Question.all(start + 3_600_000, end - 60_000);
      Map<String, Times> cold = cold(ours, theirs, questions);
      warm(ours, theirs, questions, cold);
      System.out.printf(
          "%nresident memory after it all: Tidemill %d MiB, Prometheus %d MiB%n",
          ours.resident(), theirs.resident());
    }
  }

  /** Only the quick questions, many times in turns, each server over one connection that is kept. */
  private void tiny() throws Exception {
    int samples = number("--hours", 24) * 240;
    List<Sample> series = Sample.series(number("--series", 1000));
    try (Peer theirs = new Prometheus(folder.resolve("prometheus"));
        Peer ours = new Tidemill(folder.resolve("tidemill"))) {
      theirs.start();
      ours.start();
      long start = fed(ours, theirs, series, samples);
      long end = start + samples * Sample.INTERVAL;
      System.out.println(
          "| question | Tidemill p50 / p95 ms | Prometheus | ratio p50 | ratio p95 |"
              + " processor time an ask: Tidemill, Prometheus ms |");
      System.out.println("|---|--:|--:|--:|--:|--:|");
      try (Line our = new Line(ours.port);
          Line their = new Line(theirs.port)) {
        for (Question question : Question.all(start + 3_600_000, end - 60_000)) {
          if (question.tiny() || question.path().equals("/api/v1/query")) {
            tiny(question, ours, our, theirs, their);
          }
        }
      }
    }
  }

  private void tiny(Question question, Peer ours, Line our, Peer theirs, Line their)
      throws Exception {
    byte[] request = Line.request(question);
    for (int i = 0; i < TINY_WARM_UP; i++) {
      our.ask(request);
      their.ask(request);
    }
    var ourTimes = new Times();
    var theirTimes = new Times();
    long ourTicks = ours.processorTicks();
    long theirTicks = theirs.processorTicks();
    int blocks = number("--rounds", 40);
    for (int block = 0; block < blocks; block++) {
      for (int i = 0; i < TINY_EACH; i++) {
        theirTimes.add(timed(their, request));
      }
      for (int i = 0; i < TINY_EACH; i++) {
        ourTimes.add(timed(our, request));
      }
    }
    double asks = (double) blocks * TINY_EACH;
    System.out.printf(
        "| %s | %.2f / %.2f | %.2f / %.2f | %.2f%s | %.2f | %.2f, %.2f |%n",
        question.name(),
        ourTimes.at(0.5),
        ourTimes.at(0.95),
        theirTimes.at(0.5),
        theirTimes.at(0.95),
        ourTimes.at(0.5) / theirTimes.at(0.5),
        ourTimes.at(0.5) > (question.tiny() ? 2 : 1) * theirTimes.at(0.5) ? " (goal missed)" : "",
        ourTimes.at(0.95) / theirTimes.at(0.95),
        10 * (ours.processorTicks() - ourTicks) / asks,
        10 * (theirs.processorTicks() - theirTicks) / asks);
  }

  private static long timed(Line line, byte[] request) throws Exception {
    long began = System.nanoTime();
    line.ask(request);
    return System.nanoTime() - began;
  }

  /** Returns when the first sample is. */
  private long fed(Peer ours, Peer theirs, List<Sample> series, int samples) throws Exception {
    Path marker = folder.resolve("start");
    if (Files.exists(marker)) {
      return Long.parseLong(Files.readString(marker));
    }
    // On a step, and so that the last sample is a few minutes old.
    long start = (System.currentTimeMillis() / 60_000 - 5) * 60_000 - samples * Sample.INTERVAL;
    var parts = new ArrayList<List<Sample>>();
    for (int from = 0; from < series.size(); from += INGEST_SERIES) {
      parts.add(series.subList(from, Math.min(series.size(), from + INGEST_SERIES)));
    }
    List<List<byte[]>> requests = Feed.encode(parts, start, samples);
    for (Peer peer : List.of(theirs, ours)) {
      long began = System.nanoTime();
      new Feed(requests).run(peer);
      System.err.printf(
          "%s fed with %,d samples in %.1f s%n",
          peer.name(), (long) series.size() * samples, (System.nanoTime() - began) / 1e9);
    }
    theirs.settle();
    ours.settle();
    Files.writeString(marker, String.valueOf(start));
    return start;
  }

  /** The first answer after a start, three times; files may be in the system's cache. */
  private Map<String, Times> cold(Peer ours, Peer theirs, List<Question> questions)
      throws Exception {
    var cold = new LinkedHashMap<String, Times>();
    for (int round = 0; round < number("--cold", 3); round++) {
      for (Peer peer : List.of(ours, theirs)) {
        peer.stop();
        peer.start();
        for (Question question : questions) {
          long began = System.nanoTime();
          question.ask(peer);
          cold.computeIfAbsent(peer.name() + question.name(), q -> new Times())
              .add(System.nanoTime() - began);
        }
      }
    }
    return cold;
  }

  private void warm(Peer ours, Peer theirs, List<Question> questions, Map<String, Times> cold)
      throws Exception {
    System.out.println(
        "| question | Tidemill p50 / p95 ms | Prometheus | ratio p50 | ratio p95 |"
            + " first answer after a start: Tidemill, Prometheus ms | answers |");
    System.out.println("|---|--:|--:|--:|--:|--:|---|");
    for (Question question : questions) {
      long began = System.nanoTime();
      for (int i = 0; i < WARM_UP && System.nanoTime() - began < WARM_UP_NANOS; i++) {
        question.ask(ours);
        question.ask(theirs);
      }
      var our = new Times();
      var their = new Times();
      for (int round = 0; round < number("--rounds", 5); round++) {
        for (int i = 0; i < EACH; i++) {
          their.add(theirs.ask(question.path(), question.form()).nanos());
          our.add(ours.ask(question.path(), question.form()).nanos());
        }
      }
      System.out.printf(
          "| %s | %s | %s | %.2f%s | %.2f | %s, %s | %s |%n",
          question.name(),
          our.both(),
          their.both(),
          our.at(0.5) / their.at(0.5),
          our.at(0.5) > their.at(0.5) * (question.tiny() ? 2 : 1) ? " (goal missed)" : "",
          our.at(0.95) / their.at(0.95),
          first(cold, ours, question),
          first(cold, theirs, question),
          Comparison.of(
              question.ask(ours), question.ask(theirs), question.text().startsWith("topk")));
    }
  }

  private static String first(Map<String, Times> cold, Peer peer, Question question) {
    Times times = cold.get(peer.name() + question.name());
    return times == null ? "–" : "%.0f".formatted(times.at(0.5));
  }

  /** Every round on empty folders and fresh processes; the second half of the requests counts. */
  private void ingest() throws Exception {
    int samples = INGEST_REQUESTS * Feed.SAMPLES;
    List<Sample> series = Sample.series(INGEST_CONNECTIONS * INGEST_SERIES);
    var parts = new ArrayList<List<Sample>>();
    for (int i = 0; i < INGEST_CONNECTIONS; i++) {
      parts.add(series.subList(i * INGEST_SERIES, (i + 1) * INGEST_SERIES));
    }
    long start = System.currentTimeMillis() - samples * Sample.INTERVAL;
    List<List<byte[]>> requests = Feed.encode(parts, start, samples);
    double half = (double) series.size() * samples / 2;
    System.out.println("| round | Tidemill samples/s | Prometheus | ratio |\n|---|--:|--:|--:|");
    for (int round = 1; round <= number("--rounds", 3); round++) {
      double[] rates = new double[2];
      try (Peer theirs = new Prometheus(folder.resolve("prometheus-" + round));
          Peer ours = new Tidemill(folder.resolve("tidemill-" + round))) {
        theirs.start();
        rates[1] = half / (new Feed(requests).run(theirs) / 1e9);
        theirs.stop();
        ours.start();
        rates[0] = half / (new Feed(requests).run(ours) / 1e9);
      }
      System.out.printf(
          "| %d | %,.0f | %,.0f | %.2f |%n", round, rates[0], rates[1], rates[0] / rates[1]);
    }
  }
}
