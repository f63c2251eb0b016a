package dev.tidemill.bench.reconcile;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/** Time, processor time of the whole process, and the most that lay in a folder meanwhile. */
record Took(double seconds, double cpuSeconds, long spilled) {

  static Took by(Path temp, Runnable work) {
    var most = new AtomicLong();
    var over = new CountDownLatch(1);
    Thread watcher = Thread.ofPlatform().daemon().start(() -> watch(temp, most, over));
    var process = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    long cpu = process.getProcessCpuTime();
    long started = System.nanoTime();
    work.run();
    double seconds = (System.nanoTime() - started) / 1e9;
    double cpuSeconds = (process.getProcessCpuTime() - cpu) / 1e9;
    over.countDown();
    try {
      watcher.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return new Took(seconds, cpuSeconds, most.get());
  }

  private static void watch(Path temp, AtomicLong most, CountDownLatch over) {
    try {
      do {
        most.accumulateAndGet(spill(temp), Math::max);
      } while (!over.await(50, TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static long spill(Path temp) {
    try (Stream<Path> files = Files.walk(temp)) {
      return files
          .filter(file -> file.getParent().endsWith("spill"))
          .mapToLong(file -> file.toFile().length())
          .sum();
    } catch (IOException | UncheckedIOException vanished) {
      return 0;
    }
  }

  @Override
  public String toString() {
    String spill = spilled == 0 ? "" : ", spilled %,d MiB".formatted(spilled >> 20);
    return "%.1f s (CPU %.1f s%s)".formatted(seconds, cpuSeconds, spill);
  }
}
