package dev.tidemill.bench.staging;

import dev.tidemill.core.DataSize;
import dev.tidemill.core.job.JobOutcome;
import dev.tidemill.core.time.SystemTime;
import dev.tidemill.sources.Connectors;
import dev.tidemill.sources.Credential;
import dev.tidemill.sources.SourcePolicy;
import dev.tidemill.sources.postgres.Stages;
import dev.tidemill.sources.stage.PartStager;
import dev.tidemill.sources.stage.StageChunk;
import dev.tidemill.sources.stage.StageChunkHandler;
import dev.tidemill.sources.stage.StagePlan;
import dev.tidemill.sources.stage.StagePlanHandler;
import dev.tidemill.sources.stage.StageSettings;
import dev.tidemill.sources.proof.StagedJson;
import dev.tidemill.sql.SqlLimits;
import dev.tidemill.storage.LocalObjectStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Rounds of both, interleaved: the jobs as they run, hashes, checksums and stored objects included. */
public final class Main {
  private final Table table;
  private final int connections;
  private final Path folder;

  private Main(Table table, int connections, Path folder) {
    this.table = table;
    this.connections = connections;
    this.folder = folder;
  }

  public static void main(String[] args) throws Exception {
    long rows = option(args, "--rows", 5_000_000);
    int rounds = (int) option(args, "--rounds", 5);
    int connections = (int) option(args, "--connections", 2);
    Path folder = Files.createTempDirectory("tidemill-bench-staging");
    try (Table table = Table.create(System.getenv("TIDEMILL_TEST_POSTGRES"), rows)) {
      String stage = word(args, "--stage");
      if (!stage.isEmpty()) {
        try (var connection = table.connect()) {
          Stages.measure(connection, table.uri(), rows, stage, folder);
        }
        return;
      }
      var bench = new Main(table, connections, folder);
      double once = bench.staged();
      if (rounds == 0) {
        System.out.printf("%,d rows staged in %.0f s; %s%n", rows, once, resident());
        return;
      }
      bench.thrownAway();
      List<Double> ratios = new ArrayList<>();
      for (int i = 0; i < rounds; i++) {
        var away = new Cost(bench, rows, Main::thrownAway);
        var staged = new Cost(bench, rows, Main::staged);
        ratios.add(away.seconds / staged.seconds);
        System.out.printf(
            "round %d: thrown away %s; staged %s; ratio %.0f %%%n",
            i + 1, away, staged, 100 * away.seconds / staged.seconds);
      }
      ratios.sort(Comparator.naturalOrder());
      System.out.printf(
          "median ratio %.0f %%, %d connections, %,d rows; %s%n",
          100 * ratios.get(rounds / 2), connections, rows, resident());
    } finally {
      clear(folder);
      Files.deleteIfExists(folder);
    }
  }

  private interface Work {
    double of(Main bench) throws Exception;
  }

  /** What one way took, in microseconds of processor time a row on both sides. */
  private static final class Cost {
    private final double seconds;
    private final double here;
    private final double server;
    private final long rows;

    Cost(Main bench, long rows, Work work) throws Exception {
      double hereBefore = cpuSeconds();
      double serverBefore = bench.table.serverSeconds();
      this.rows = rows;
      this.seconds = work.of(bench);
      this.here = cpuSeconds() - hereBefore;
      this.server = bench.table.serverSeconds() - serverBefore;
    }

    @Override
    public String toString() {
      return "%,.0f rows/s (us/row: %.2f here, %.2f server)"
          .formatted(rows / seconds, here * 1e6 / rows, server * 1e6 / rows);
    }
  }

  private double thrownAway() throws Exception {
    long start = System.nanoTime();
    all(table.chunks(connections).stream().<Callable<Void>>map(sql -> () -> table.read(sql)).toList());
    return (System.nanoTime() - start) / 1e9;
  }

  private double staged() throws Exception {
    clear(folder);
    long start = System.nanoTime();
    var store = new LocalObjectStore(folder.resolve("objects"), new SystemTime());
    var limits = new SqlLimits(DataSize.ofMebibytes(512), 1, folder.resolve("temp"));
    var connectors = Connectors.standard(SourcePolicy.anywhere(), new SystemTime());
    var stager = new PartStager(store, limits);
    var sessions = new ArrayList<AutoCloseable>();
    var plans =
        new StagePlanHandler(
            connectors, Credential::of, stager, new StageSettings(1000, connections));
    var chunks = new StageChunkHandler(connectors, Credential::of, stager);
    var plan = new StagePlan("bench", table.uri(), null, null, null, null, null);
    var done = (JobOutcome.Done) plans.run(plan, new Context(0, sessions));
    List<Callable<Void>> work = new ArrayList<>();
    for (int i = 0; i < done.children().size(); i++) {
      var payload = StagedJson.read(done.children().get(i).payload(), StageChunk.class);
      var context = new Context(i + 1);
      work.add(
          () -> {
            chunks.run(payload, context);
            return null;
          });
    }
    all(work);
    double seconds = (System.nanoTime() - start) / 1e9;
    for (AutoCloseable session : sessions) {
      session.close();
    }
    return seconds;
  }

  private static void all(List<Callable<Void>> work) throws Exception {
    try (var threads = Executors.newFixedThreadPool(work.size())) {
      for (Future<Void> end : threads.invokeAll(work)) {
        end.get();
      }
    }
  }

  private static double cpuSeconds() {
    var system = java.lang.management.ManagementFactory.getOperatingSystemMXBean();
    return ((com.sun.management.OperatingSystemMXBean) system).getProcessCpuTime() / 1e9;
  }

  private static String resident() throws Exception {
    return Files.readAllLines(Path.of("/proc/self/status")).stream()
        .filter(line -> line.startsWith("VmHWM"))
        .map(line -> "resident at most " + line.replaceAll("\\D+", "") + " kB, heap 256 MB at most")
        .findFirst()
        .orElse("resident memory unknown");
  }

  private static void clear(Path folder) throws Exception {
    try (var files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        if (!file.equals(folder)) {
          Files.delete(file);
        }
      }
    }
  }

  private static String word(String[] args, String name) {
    int at = List.of(args).indexOf(name);
    return at < 0 ? "" : args[at + 1];
  }

  private static long option(String[] args, String name, long fallback) {
    for (int i = 0; i + 1 < args.length; i++) {
      if (args[i].equals(name)) {
        return Long.parseLong(args[i + 1]);
      }
    }
    return fallback;
  }
}
