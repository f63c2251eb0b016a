package dev.tidemill.spike.trinostart;

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
 * Starts a Trino server in a JVM of its own, talks to it over REST, stops it, and checks each
 * answer. Argument {@code bare}: without the flags that are not known to be needed.
 */
public final class Main {
  private static final String ORDERS = "15000";

  public static void main(String[] args) throws Exception {
    Path home = Files.createTempDirectory(Path.of("target"), "server");
    long start = System.nanoTime();
    Process server = start(home, args.length > 0 && args[0].equals("bare"));
    boolean holds = false;
    try {
      var trino = new TrinoClient(url(server.inputReader()));
      report("server says its address after", millisSince(start) + " ms");
      String one = trino.run("SELECT 1");
      report("first answer over REST after", one + " -> " + millisSince(start) + " ms");
      report("RSS after start", rssMegabytes(server) + " MB");
      holds = one.equals("[[1]]") && exercise(trino);
      report("RSS after the work", rssMegabytes(server) + " MB");
      report("listens on", listeners(server));
    } finally {
      start = System.nanoTime();
      // On the handle: destroy() of the process closes its input as well, which also ends it.
      server.toHandle().destroy();
      boolean ended = server.waitFor(20, TimeUnit.SECONDS);
      holds &= ended;
      report(
          "stopped by SIGTERM",
          ended
              + ", exit %s, ".formatted(ended ? server.exitValue() : "-")
              + millisSince(start)
              + " ms");
      if (!ended) {
        server.destroyForcibly().waitFor();
      }
      delete(home);
    }
    jars();
    System.out.println(holds ? "holds" : "DOES NOT HOLD");
    System.exit(holds ? 0 : 1);
  }

  private static boolean exercise(TrinoClient trino) throws Exception {
    boolean holds =
        timed(trino, "CREATE TABLE memory.default.orders AS SELECT * FROM tpch.tiny.orders")
            .equals(ORDERS);
    holds &=
        timed(trino, "SELECT count(*) FROM memory.default.orders").equals("[[" + ORDERS + "]]");
    timed(trino, "CREATE SCHEMA hive.s");
    holds &=
        timed(
                trino,
                "CREATE TABLE hive.s.orders WITH (format='PARQUET') AS"
                    + " SELECT * FROM tpch.tiny.orders")
            .equals(ORDERS);
    holds &= timed(trino, "SELECT count(*) FROM hive.s.orders").equals("[[" + ORDERS + "]]");
    timed(trino, "SELECT 1");
    return holds;
  }

  private static String timed(TrinoClient trino, String sql) throws Exception {
    long start = System.nanoTime();
    String answer = trino.run(sql);
    report(
        sql.substring(0, Math.min(40, sql.length())), answer + ", " + millisSince(start) + " ms");
    return answer;
  }

  private static Process start(Path home, boolean bare) throws IOException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    Files.readAllLines(Path.of("server.options")).stream()
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .filter(line -> !bare || line.startsWith("-X") || line.startsWith("--add-modules"))
        .forEach(command::add);
    command.addAll(List.of("-cp", "target/classes:target/lib/*", ServerProcess.class.getName()));
    command.add(home.toAbsolutePath().toString());
    return new ProcessBuilder(command)
        .redirectError(Path.of("target", "server.err").toFile())
        .start();
  }

  private static String url(BufferedReader out) throws IOException {
    for (String line; (line = out.readLine()) != null; ) {
      if (line.startsWith("url ")) {
        // Somebody has to empty the pipe, or the server stops at its next full buffer of log lines.
        Thread.ofVirtual().start(() -> drain(out));
        return line.substring("url ".length());
      }
    }
    throw new IOException("the server ended before it had an address; see target/server.err");
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
    System.out.printf("%-42s %s%n", what, value);
  }

  private static long millisSince(long start) {
    return (System.nanoTime() - start) / 1_000_000;
  }
}
