package dev.tidemill.bench.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;

/**
 * Sends requests over several connections, each with series of its own. Prometheus refuses samples
 * an hour older than its newest, so nobody runs far ahead of the others.
 */
final class Feed {
  static final int SAMPLES = 10;
  private static final int AHEAD = 12;

  private final List<List<byte[]>> connections;
  private final int[] done;
  private long halfAt;
  private int sent;

  /**
   * @param connections the requests of each, in order
   */
  Feed(List<List<byte[]>> connections) {
    this.connections = connections;
    this.done = new int[connections.size()];
  }

  /** One list of requests per part of the series. */
  static List<List<byte[]>> encode(List<List<Sample>> parts, long start, int samples)
      throws Exception {
    var all = new ArrayList<List<byte[]>>();
    for (List<Sample> part : parts) {
      var requests = new ArrayList<byte[]>();
      for (int from = 0; from < samples; from += SAMPLES) {
        requests.add(WriteRequest.of(part, start, from, Math.min(samples, from + SAMPLES)));
      }
      all.add(requests);
    }
    return all;
  }

  /** Returns how many nanoseconds the second half of the requests took. */
  long run(Peer peer) throws Exception {
    try (var threads = Executors.newFixedThreadPool(connections.size())) {
      var tasks = new ArrayList<Callable<Void>>();
      for (int i = 0; i < connections.size(); i++) {
        int own = i;
        tasks.add(() -> send(peer, own));
      }
      for (var task : threads.invokeAll(tasks)) {
        task.get();
      }
    }
    return System.nanoTime() - halfAt;
  }

  private Void send(Peer peer, int own) throws Exception {
    int total = connections.stream().mapToInt(List::size).sum();
    for (byte[] request : connections.get(own)) {
      synchronized (this) {
        while (done[own] > slowest() + AHEAD) {
          wait(60_000);
        }
      }
      peer.write(request);
      synchronized (this) {
        done[own]++;
        if (++sent == total / 2) {
          halfAt = System.nanoTime();
        }
        notifyAll();
      }
    }
    synchronized (this) {
      done[own] = Integer.MAX_VALUE;
      notifyAll();
    }
    return null;
  }

  private int slowest() {
    int least = Integer.MAX_VALUE - AHEAD;
    for (int each : done) {
      least = Math.min(least, each);
    }
    return least;
  }
}
