package dev.tidemill.bench.jobs;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Burn-down of no-op jobs, contestants interleaved, a fresh database for each cell. */
public final class Main {
  /**
   * @param keptPerJob what the database has grown by, history and indexes included
   * @param heapPerJob what the JVM has allocated, on all threads
   */
  private record Cell(double perSecond, double walPerJob, double transactionsPerJob, double keptPerJob, double heapPerJob) {}

  private Main() {}

  public static void main(String[] args) throws Exception {
    List<String> words = Arrays.asList(args);
    int count = number(words, "--count", 40_000);
    int rounds = number(words, "--rounds", 5);
    int threads = number(words, "--threads", 16);
    String server = System.getenv("TIDEMILL_TEST_POSTGRES");
    String nats = System.getenv("TIDEMILL_TEST_NATS");
    if (words.contains("--latency")) {
      Latency.run(server, nats, number(words, "--rate", 500), number(words, "--seconds", 6), rounds);
      return;
    }
    int finished = words.contains("--million") ? 1_000_000 : number(words, "--finished", 0);
    if (words.contains("--held") || finished > 0) {
      Endurance.run(server, words.contains("--held"), finished, number(words, "--seconds", 600), number(words, "--window", 30));
      return;
    }
    if (words.contains("--herd")) {
      Herd.run(server, number(words, "--count", 50_000), number(words, "--rounds", 5));
      return;
    }
    var contestants = new ArrayList<Contestant>(List.of(new Tidemill("store:", 10), new BareSql(), new DbScheduler(), new Tidemill(nats, 10)));
    if (words.contains("--jobrunr")) {
      contestants.add(new JobRunrPeer());
    }
    Map<String, List<Cell>> cells = new LinkedHashMap<>();
    System.out.printf("%d jobs, %d threads, %d rounds interleaved, one more before them to warm up%n", count, threads, rounds);
    settings(server);
    for (int round = 0; round <= rounds; round++) {
      for (Contestant contestant : contestants) {
        int size = round == 0 ? Math.min(count, 5000) : count;
        Cell cell = measure(server, contestant, size, threads);
        System.out.printf("round %d  %-22s %8.0f jobs/s%n", round, contestant.name(), cell.perSecond);
        if (round > 0) {
          cells.computeIfAbsent(contestant.name(), n -> new ArrayList<>()).add(cell);
        }
      }
    }
    report(contestants, cells);
    System.exit(0);
  }

  private static Cell measure(String server, Contestant contestant, int count, int threads) throws Exception {
    String name = "bench_" + System.nanoTime();
    execute(server, "CREATE DATABASE " + name);
    String url = server.substring(0, server.lastIndexOf('/') + 1) + name;
    var config = new HikariConfig();
    config.setJdbcUrl(jdbc(url));
    config.setUsername("postgres");
    config.setMaximumPoolSize(threads + 4);
    try (var pool = new HikariDataSource(config)) {
      var database = new Contestant.Database(url, pool);
      contestant.prepare(database, count);
      execute(url, "ANALYZE");
      execute(url, "CHECKPOINT");
      long wal = ask(url, "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint");
      long transactions = ask(url, "SELECT pg_current_xact_id()::text::bigint");
      long size = ask(url, "SELECT pg_database_size(current_database())");
      long allocated = allocated();
      long began = System.nanoTime();
      contestant.burnDown(database, count, threads);
      double seconds = (System.nanoTime() - began) / 1e9;
      double walPerJob = (ask(url, "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint") - wal) / (double) count;
      double perJob = (ask(url, "SELECT pg_current_xact_id()::text::bigint") - transactions) / (double) count;
      double heap = (allocated() - allocated) / (double) count;
      double kept = (ask(url, "SELECT pg_database_size(current_database())") - size) / (double) count;
      return new Cell(count / seconds, walPerJob, perJob, kept, heap);
    } finally {
      execute(server, "DROP DATABASE IF EXISTS " + name + " WITH (FORCE)");
    }
  }

  private static void report(List<Contestant> contestants, Map<String, List<Cell>> cells) {
    double peer = median(cells.get("db-scheduler 16.12.0").stream().mapToDouble(Cell::perSecond).toArray());
    double ceiling = median(cells.get("bare SQL").stream().mapToDouble(Cell::perSecond).toArray());
    System.out.println();
    System.out.println("| system | jobs/s median (range) | of db-scheduler | of bare SQL | WAL bytes/job | transactions/job | database grows by bytes/job | JVM allocates bytes/job | tuning |");
    System.out.println("|---|---|---|---|---|---|---|---|---|");
    for (Contestant contestant : contestants) {
      List<Cell> own = cells.get(contestant.name());
      double[] rates = own.stream().mapToDouble(Cell::perSecond).sorted().toArray();
      System.out.printf(
          "| %s | %.0f (%.0f–%.0f) | %.2f× | %.0f %% | %.0f | %.3f | %.0f | %.0f | %s |%n",
          contestant.name(),
          median(rates),
          rates[0],
          rates[rates.length - 1],
          median(rates) / peer,
          100 * median(rates) / ceiling,
          median(own.stream().mapToDouble(Cell::walPerJob).toArray()),
          median(own.stream().mapToDouble(Cell::transactionsPerJob).toArray()),
          median(own.stream().mapToDouble(Cell::keptPerJob).toArray()),
          median(own.stream().mapToDouble(Cell::heapPerJob).toArray()),
          contestant.tuning());
    }
  }

  private static long allocated() {
    return ((com.sun.management.ThreadMXBean) java.lang.management.ManagementFactory.getThreadMXBean()).getTotalThreadAllocatedBytes();
  }

  static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  private static void settings(String server) throws Exception {
    try (Connection connection = DriverManager.getConnection(jdbc(server), "postgres", null);
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT name || ' = ' || setting FROM pg_settings WHERE name IN ('fsync', 'synchronous_commit', 'server_version', 'shared_buffers')")) {
      while (rows.next()) {
        System.out.println("PostgreSQL " + rows.getString(1));
      }
    }
  }

  static String jdbc(String url) {
    return "jdbc:postgresql://" + url.substring(url.indexOf('@') + 1);
  }

  static void execute(String url, String sql) throws Exception {
    try (Connection connection = DriverManager.getConnection(jdbc(url), "postgres", null);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  static long ask(String url, String sql) throws Exception {
    try (Connection connection = DriverManager.getConnection(jdbc(url), "postgres", null);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getLong(1);
    }
  }

  static int number(List<String> words, String option, int fallback) {
    int at = words.indexOf(option);
    return at < 0 ? fallback : Integer.parseInt(words.get(at + 1));
  }
}
