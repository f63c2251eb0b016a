package dev.tidemill.spike.arrowjdk25;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Starts children with and without each JVM flag, then the round trip with two DuckDB versions. */
public final class Main {
  private static final long ROWS = 2_000_000;
  private static final int REPEATS = 3;
  private static final List<String> DUCKDB = List.of("1.5.6.0", "2.0.0.0");

  private record Child(int exit, List<String> lines) {}

  public static void main(String[] args) throws Exception {
    List<String> flags = ManagementFactory.getRuntimeMXBean().getInputArguments();
    boolean holds = run(flags, DUCKDB.getFirst(), Probe.class).exit() == 0;
    probe("all flags", flags);
    for (String flag : flags) {
      var without = new ArrayList<>(flags);
      without.remove(flag);
      probe("without " + flag, without);
    }
    probe("without any", List.of());
    System.out.println();
    for (int i = 0; i < REPEATS; i++) {
      for (String version : DUCKDB) {
        Child child = run(flags, version, RoundTrip.class, Long.toString(ROWS));
        holds &= child.exit() == 0;
        System.out.println("duckdb " + version + " exit=" + child.exit());
        child.lines().forEach(line -> System.out.println("    " + line));
      }
    }
    System.out.println(holds ? "holds" : "DOES NOT HOLD");
    System.exit(holds ? 0 : 1);
  }

  private static void probe(String what, List<String> flags) throws Exception {
    Child child = run(flags, DUCKDB.getFirst(), Probe.class);
    System.out.println(what + ": exit " + child.exit());
    child.lines().forEach(line -> System.out.println("    " + line));
  }

  private static Child run(List<String> flags, String duckdb, Class<?> main, String... args)
      throws IOException, InterruptedException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(flags);
    command.add("-cp");
    command.add("target/classes:target/lib/*:target/duckdb/duckdb_jdbc-" + duckdb + ".jar");
    command.add(main.getName());
    command.addAll(List.of(args));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    List<String> lines = process.inputReader().lines().toList();
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly();
    }
    return new Child(process.waitFor(), lines);
  }
}
