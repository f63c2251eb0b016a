package dev.tidemill.jobs;

import dev.tidemill.jobs.state.OnJobFailure;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A run as it is asked for.
 *
 * @param spec what the user asked for, as JSON, without secrets
 * @param plans jobs of the staging stage; they may create chunks
 * @param execs jobs of the last stage; with plans they are created when staging is done, without
 *     plans at once
 * @param deadline the run fails when it has not ended by then; zero means never
 * @param keyLimits how many jobs of a key may run at once, from now on and for all runs of the
 *     tenant
 */
public record RunSpec(
    String tenant,
    String kind,
    String spec,
    List<JobSpec> plans,
    List<JobSpec> execs,
    OnJobFailure onJobFailure,
    Duration deadline,
    @Nullable String idempotencyKey,
    Map<String, Integer> keyLimits) {

  public static final String DEFAULT_TENANT = "default";

  public RunSpec {
    plans = List.copyOf(plans);
    execs = List.copyOf(execs);
    keyLimits = Map.copyOf(keyLimits);
    keyLimits.forEach(
        (key, limit) -> {
          if (limit < 1) {
            throw new IllegalArgumentException(
                "the limit of key '%s' must be at least 1, got %d".formatted(key, limit));
          }
        });
    if (plans.isEmpty() && execs.isEmpty()) {
      throw new IllegalArgumentException("a run needs at least one job");
    }
    if (deadline.isNegative()) {
      throw new IllegalArgumentException("deadline is negative: " + deadline);
    }
  }

  /** A run of one stage. */
  public static RunSpec of(String kind, List<JobSpec> execs) {
    return new RunSpec(
        DEFAULT_TENANT,
        kind,
        "{}",
        List.of(),
        execs,
        OnJobFailure.CANCEL_REST,
        Duration.ZERO,
        null,
        Map.of());
  }

  /** A run whose execs wait until all plans and their chunks are done. */
  public static RunSpec staged(String kind, List<JobSpec> plans, List<JobSpec> execs) {
    return new RunSpec(
        DEFAULT_TENANT,
        kind,
        "{}",
        plans,
        execs,
        OnJobFailure.CANCEL_REST,
        Duration.ZERO,
        null,
        Map.of());
  }

  public RunSpec onJobFailure(OnJobFailure policy) {
    return new RunSpec(
        tenant, kind, spec, plans, execs, policy, deadline, idempotencyKey, keyLimits);
  }

  public RunSpec deadline(Duration limit) {
    return new RunSpec(
        tenant, kind, spec, plans, execs, onJobFailure, limit, idempotencyKey, keyLimits);
  }

  public RunSpec idempotencyKey(String key) {
    return new RunSpec(tenant, kind, spec, plans, execs, onJobFailure, deadline, key, keyLimits);
  }

  public RunSpec keyLimits(Map<String, Integer> limits) {
    return new RunSpec(
        tenant, kind, spec, plans, execs, onJobFailure, deadline, idempotencyKey, limits);
  }

  public RunSpec tenant(String other) {
    return new RunSpec(
        other, kind, spec, plans, execs, onJobFailure, deadline, idempotencyKey, keyLimits);
  }

  public RunSpec spec(String json) {
    return new RunSpec(
        tenant, kind, json, plans, execs, onJobFailure, deadline, idempotencyKey, keyLimits);
  }
}
