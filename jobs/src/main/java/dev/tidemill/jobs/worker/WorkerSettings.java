package dev.tidemill.jobs.worker;

import dev.tidemill.jobs.WorkerHello;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Who a worker is and how it lives.
 *
 * @param beat how often it gives a sign of life
 * @param grace how long running jobs may go on after the worker was asked to stop
 */
public record WorkerSettings(
    String name,
    @Nullable String group,
    String host,
    long pid,
    String build,
    int slots,
    int batch,
    int ahead,
    List<String> capabilities,
    Duration lease,
    Duration beat,
    Duration grace) {

  public WorkerSettings {
    capabilities = List.copyOf(capabilities);
    if (beat.multipliedBy(2).compareTo(lease) >= 0) {
      throw new IllegalArgumentException(
          "a lease of %s needs more than two signs of life, one every %s is too few"
              .formatted(lease, beat));
    }
  }

  WorkerHello hello(Handlers handlers) {
    return new WorkerHello(
        UUID.randomUUID().toString(),
        name,
        group,
        host,
        pid,
        build,
        slots,
        capabilities,
        handlers.all().stream().map(Object::toString).toList(),
        lease);
  }
}
