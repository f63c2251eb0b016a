package dev.tidemill.spike.vertxdisconnect;

import dev.tidemill.spike.vertxdisconnect.Client.Leave;
import dev.tidemill.spike.vertxdisconnect.Client.Sends;
import dev.tidemill.spike.vertxdisconnect.Waiting.Style;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** How many ms after a client left its handler, on a virtual thread, is interrupted. */
public final class Main {
  private static final Repeats MANY = new Repeats(30, 20);

  /** One after the other: this handler serves one request at a time. */
  private static final Repeats IN_TURN = new Repeats(5, 3500);

  private record Repeats(int count, long millisApart) {}

  /** What the row has to show, so that a change of Vert.x that breaks it fails the run. */
  private enum Expect {
    NOTICED,
    NOT_NOTICED,
    NOTICED_IN_TURN
  }

  private record Row(String what, int port, Leave leave, Sends sends, Expect expect) {
    Repeats repeats() {
      return expect == Expect.NOTICED_IN_TURN ? IN_TURN : MANY;
    }
  }

  public static void main(String[] args) throws Exception {
    boolean holds = true;
    try (var server = new Server()) {
      measure(
          server,
          new Row(
              "warm-up", server.recommended(Style.PLAIN), Leave.FIN, Sends.GET, Expect.NOTICED));
      System.out.printf(
          "%-40s %-10s %9s %8s %8s %8s %9s%n",
          "handler", "client", "noticed", "p50 ms", "p95 ms", "max ms", "answered");
      for (Row row : rows(server)) {
        holds &= print(row, measure(server, row));
      }
      System.out.printf(
          "second of two requests at once starts after: recommended %.0f ms, verticle %.0f ms%n",
          secondStartsAfter(server, server.recommended(Style.PLAIN)),
          secondStartsAfter(server, server.virtualThreadVerticle()));
    }
    System.out.println(holds ? "holds" : "DOES NOT HOLD");
    System.exit(holds ? 0 : 1);
  }

  private static List<Row> rows(Server server) {
    int plain = server.recommended(Style.PLAIN);
    int idle = server.recommended(Style.SSE_IDLE);
    int flood = server.recommended(Style.SSE_FLOOD);
    int unread = server.bodyLeftUnread();
    int verticle = server.virtualThreadVerticle();
    return List.of(
        new Row("waiting", plain, Leave.FIN, Sends.GET, Expect.NOTICED),
        new Row("waiting", plain, Leave.RST, Sends.GET, Expect.NOTICED),
        new Row("waiting", plain, Leave.HALF_CLOSE, Sends.GET, Expect.NOTICED),
        new Row("waiting", plain, Leave.SILENT, Sends.GET, Expect.NOT_NOTICED),
        new Row("waiting, 1 MiB body read first", plain, Leave.FIN, Sends.BIG_POST, Expect.NOTICED),
        new Row("waiting, second request behind", plain, Leave.FIN, Sends.TWO_GETS, Expect.NOTICED),
        new Row("waiting, second request behind", plain, Leave.RST, Sends.TWO_GETS, Expect.NOTICED),
        new Row("SSE, one event then silence", idle, Leave.FIN, Sends.GET, Expect.NOTICED),
        new Row("SSE, one event then silence", idle, Leave.RST, Sends.GET, Expect.NOTICED),
        new Row("SSE, one event then silence", idle, Leave.HALF_CLOSE, Sends.GET, Expect.NOTICED),
        new Row("SSE, client reads nothing", flood, Leave.FIN, Sends.GET, Expect.NOTICED),
        new Row("body left unread", unread, Leave.FIN, Sends.BIG_POST, Expect.NOT_NOTICED),
        new Row("body left unread", unread, Leave.RST, Sends.BIG_POST, Expect.NOT_NOTICED),
        new Row(
            "VIRTUAL_THREAD verticle, blocked",
            verticle,
            Leave.FIN,
            Sends.GET,
            Expect.NOTICED_IN_TURN));
  }

  /** All repeats at once, a few ms apart: those that are not noticed take three seconds each. */
  private static List<Attempt> measure(Server server, Row row) throws Exception {
    var attempts = new ArrayList<Attempt>();
    var clients = new ArrayList<Future<?>>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < row.repeats().count(); i++) {
        var attempt = new Attempt();
        String id = row.what().replaceAll("[^a-zA-Z]", "") + row.leave() + row.sends() + i;
        server.attempts.put(id, attempt);
        attempts.add(attempt);
        var client = new Client(row.port(), row.leave(), row.sends());
        clients.add(
            threads.submit(
                () -> {
                  client.run(id, attempt);
                  return null;
                }));
        Thread.sleep(row.repeats().millisApart());
      }
      for (var client : clients) {
        client.get();
      }
    }
    return attempts;
  }

  /** Two clients at once that both wait; how long the later one waits for its handler to begin. */
  private static double secondStartsAfter(Server server, int port) throws Exception {
    long start = System.nanoTime();
    var attempts = List.of(new Attempt(), new Attempt());
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 2; i++) {
        String id = "pair" + port + i;
        Attempt attempt = attempts.get(i);
        server.attempts.put(id, attempt);
        var client = new Client(port, Leave.SILENT, Sends.GET);
        threads.submit(
            () -> {
              client.run(id, attempt);
              return null;
            });
      }
      for (Attempt attempt : attempts) {
        attempt.serverIsWaiting.get(10, TimeUnit.SECONDS);
      }
      return (System.nanoTime() - start) / 1e6;
    }
  }

  private static boolean print(Row row, List<Attempt> attempts) {
    double[] millis =
        attempts.stream()
            .filter(a -> a.outcome.join().interrupted())
            .mapToDouble(Attempt::noticedAfterMillis)
            .sorted()
            .toArray();
    long answered = attempts.stream().filter(a -> a.answered).count();
    System.out.printf(
        "%-40s %-10s %6d/%2d", row.what(), row.leave(), millis.length, attempts.size());
    if (millis.length > 0) {
      System.out.printf(
          " %8.2f %8.2f %8.2f", at(millis, 0.5), at(millis, 0.95), millis[millis.length - 1]);
    } else {
      System.out.printf(" %8s %8s %8s", "-", "-", "-");
    }
    System.out.printf(
        " %9s%n", row.leave() == Leave.FIN || row.leave() == Leave.RST ? "-" : answered);
    return switch (row.expect()) {
      case NOTICED, NOTICED_IN_TURN -> millis.length == attempts.size() && at(millis, 0.95) < 500;
      case NOT_NOTICED -> millis.length == 0;
    };
  }

  private static double at(double[] sorted, double quantile) {
    return sorted[(int) Math.min(sorted.length - 1, Math.ceil(quantile * sorted.length) - 1)];
  }
}
