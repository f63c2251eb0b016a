package dev.tidemill.spike.opensearchembedded;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Starts a node in a JVM of its own, talks to it over HTTP, stops it, and checks each answer.
 * Argument {@code bare}: without the flags that only silence warnings.
 */
public final class Main {
  private static final int DOCUMENTS = 10_000;

  public static void main(String[] args) throws Exception {
    Path home = Files.createTempDirectory(Path.of("target"), "node");
    long start = System.nanoTime();
    Process node = start(home, args.length > 0 && args[0].equals("bare"));
    boolean holds = false;
    try {
      int port = port(node.inputReader());
      report("node says its port after", millisSince(start) + " ms");
      var search = new SearchClient(port);
      report(
          "first answer over HTTP after",
          search.waitUntilUp() + " -> " + millisSince(start) + " ms");
      report("RSS after start", rssMegabytes(node) + " MB");
      holds = exercise(search);
      report("RSS after the work", rssMegabytes(node) + " MB");
      report("listens on", listeners(node));
    } finally {
      start = System.nanoTime();
      // On the handle: destroy() of the process closes its input as well, which also ends it.
      node.toHandle().destroy();
      boolean ended = node.waitFor(20, TimeUnit.SECONDS);
      holds &= ended;
      report(
          "stopped by SIGTERM",
          ended
              + ", exit %s, ".formatted(ended ? node.exitValue() : "-")
              + millisSince(start)
              + " ms");
      if (!ended) {
        node.destroyForcibly().waitFor();
      }
      delete(home);
    }
    jars();
    System.out.println(holds ? "holds" : "DOES NOT HOLD");
    System.exit(holds ? 0 : 1);
  }

  private static boolean exercise(SearchClient search) throws Exception {
    long start = System.nanoTime();
    search.index("orders", DOCUMENTS);
    report("bulk index of " + DOCUMENTS, millisSince(start) + " ms");
    start = System.nanoTime();
    int hits = search.count("orders", "{\"query\":{\"term\":{\"region\":\"r7\"}}}");
    report("term search", hits + " hits, " + millisSince(start) + " ms");
    start = System.nanoTime();
    int pointInTime = search.pageByPointInTime("orders");
    report(
        "point in time + search_after", pointInTime + " documents, " + millisSince(start) + " ms");
    start = System.nanoTime();
    int scrolled = search.pageByScroll("orders");
    report("scroll", scrolled + " documents, " + millisSince(start) + " ms");
    return hits == DOCUMENTS / 10 && pointInTime == DOCUMENTS && scrolled == DOCUMENTS;
  }

  private static Process start(Path home, boolean bare) throws IOException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    Files.readAllLines(Path.of("node.options")).stream()
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .filter(line -> !bare || line.startsWith("-X"))
        .forEach(command::add);
    command.addAll(List.of("-cp", "target/classes:target/lib/*", NodeProcess.class.getName()));
    command.add(home.toAbsolutePath().toString());
    return new ProcessBuilder(command)
        .redirectError(Path.of("target", "node.err").toFile())
        .start();
  }

  private static int port(BufferedReader out) throws IOException {
    for (String line; (line = out.readLine()) != null; ) {
      if (line.startsWith("port ")) {
        // Somebody has to empty the pipe, or the node stops at its next full buffer of log lines.
        Thread.ofVirtual().start(() -> drain(out));
        return Integer.parseInt(line.substring("port ".length()));
      }
    }
    throw new IOException("the node ended before it had a port; see target/node.err");
  }

  private static void drain(BufferedReader out) {
    try (out) {
      out.transferTo(Writer.nullWriter());
    } catch (IOException closedWithTheProcess) {
      // Nothing is lost: nobody reads it.
    }
  }

  private static long rssMegabytes(Process process) throws IOException {
    return Files.readAllLines(Path.of("/proc", Long.toString(process.pid()), "status")).stream()
        .filter(line -> line.startsWith("VmRSS"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024)
        .findFirst()
        .orElse(-1);
  }

  private static String listeners(Process process) throws Exception {
    var ss = new ProcessBuilder("ss", "-Hltnp").start();
    return String.join(
        " ",
        ss.inputReader()
            .lines()
            .filter(line -> line.contains("pid=" + process.pid() + ","))
            .map(line -> line.trim().split("\\s+")[3].replaceAll("\\d+$", "*"))
            .toList());
  }

  private static void jars() throws IOException {
    try (var jars = Files.list(Path.of("target", "lib"))) {
      List<Path> all = jars.toList();
      long bytes = 0;
      for (Path jar : all) {
        bytes += Files.size(jar);
      }
      report("jars", all.size() + ", " + bytes / 1_000_000 + " MB");
    }
  }

  private static void delete(Path folder) throws IOException {
    try (var paths = Files.walk(folder)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    }
  }

  private static void report(String what, String value) {
    System.out.printf("%-32s %s%n", what, value);
  }

  private static long millisSince(long start) {
    return (System.nanoTime() - start) / 1_000_000;
  }
}
