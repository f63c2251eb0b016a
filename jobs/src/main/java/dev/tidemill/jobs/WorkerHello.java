package dev.tidemill.jobs;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a worker introduces itself.
 *
 * @param incarnation chosen anew for every lease that is asked for; repeating the call with it,
 *     after its answer was lost, finds the same lease
 * @param group the scaling group that started it
 * @param lease how long the worker may be silent before its jobs go to others
 */
public record WorkerHello(
    String incarnation,
    String name,
    @Nullable String group,
    String host,
    long pid,
    String build,
    int slots,
    List<String> capabilities,
    List<String> types,
    Duration lease) {

  public static final Duration DEFAULT_LEASE = Duration.ofSeconds(15);

  public WorkerHello {
    capabilities = List.copyOf(capabilities);
    types = List.copyOf(types);
    if (name.isBlank()) {
      throw new IllegalArgumentException("a worker needs a name");
    }
    if (lease.isNegative() || lease.isZero()) {
      throw new IllegalArgumentException("a lease must last: " + lease);
    }
  }
}
