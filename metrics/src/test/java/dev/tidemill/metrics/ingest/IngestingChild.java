package dev.tidemill.metrics.ingest;

import dev.tidemill.jobs.store.StoreUrl;
import dev.tidemill.metrics.MetricsFixture;
import dev.tidemill.promql.series.Labels;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A process that ingests until it is killed. Every request is a number: one sample of each of three
 * series, in two windows. A request is sent twice at times; what is acknowledged is printed.
 */
public final class IngestingChild {
  static final int SENDERS = 4;
  static final long WINDOW = 7_200_000;

  private IngestingChild() {}

  public static void main(String[] args) throws Exception {
    var metrics = new MetricsFixture(Path.of(args[0]), StoreUrl.parse(args[1]));
    var next = new AtomicLong(Long.parseLong(args[2]));
    Ingester ingester = metrics.ingester(MetricsFixture.FAST);
    try (var senders = Executors.newFixedThreadPool(SENDERS)) {
      for (int i = 0; i < SENDERS; i++) {
        senders.execute(() -> send(ingester, next));
      }
    }
  }

  private static void send(Ingester ingester, AtomicLong next) {
    while (true) {
      long number = next.getAndIncrement();
      try {
        ingester.write(request(number));
        if (number % 3 == 0) {
          ingester.write(request(number));
        }
      } catch (InterruptedException e) {
        return;
      }
      // println of one string writes it whole, whoever else prints.
      System.out.println("stored " + number + ".");
    }
  }

  static List<SampleList> request(long number) {
    var request = new ArrayList<SampleList>();
    for (int i = 0; i < 3; i++) {
      var list = new SampleList(series(i));
      list.add(time(i, number), (double) number);
      request.add(list);
    }
    return request;
  }

  /** On both sides of the seam of two windows, so that a request is two objects. */
  static long time(int series, long number) {
    return series < 2 ? WINDOW + number : WINDOW - 1 - number;
  }

  static Labels series(int number) {
    return Labels.of("__name__", "m", "i", "" + number);
  }
}
