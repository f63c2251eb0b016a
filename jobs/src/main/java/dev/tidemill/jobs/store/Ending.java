package dev.tidemill.jobs.store;

import dev.tidemill.core.error.Problem;
import dev.tidemill.jobs.Claim;
import dev.tidemill.jobs.JobsError;
import dev.tidemill.jobs.Settlement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The end of one execution as the statement takes it. */
record Ending(
    long id,
    long runId,
    long epoch,
    long workerId,
    String outcome,
    boolean retryable,
    long delayMicros,
    @Nullable String checkpoint,
    @Nullable String result,
    @Nullable String error) {

  static Ending of(long worker, Settlement settlement) {
    Claim claim = settlement.claim();
    String outcome = settlement.outcome();
    return switch (settlement) {
      case Settlement.Completed(var c, var o, var children, var result) ->
          of(worker, claim, outcome, false, Duration.ZERO, null, Json.storable(result), null);
      case Settlement.Parked(var c, var delay, var checkpoint) ->
          of(worker, claim, outcome, false, delay, Json.storable(checkpoint), null, null);
      case Settlement.Failed(var c, var problem, var retryable, var delay) ->
          of(worker, claim, outcome, retryable, delay, null, null, error(problem));
      case Settlement.Restaged(var c, var problem, var delay) ->
          of(worker, claim, outcome, true, delay, null, null, error(problem));
      case Settlement.HandedBack(var c, var checkpoint) ->
          of(worker, claim, outcome, false, Duration.ZERO, Json.storable(checkpoint), null, null);
      case Settlement.Stopped(var c) ->
          of(worker, claim, outcome, false, Duration.ZERO, null, null, null);
    };
  }

  /** The worker died with the job in hand. */
  static Ending lost(long worker, Claim claim, String workerName) {
    Problem problem =
        Problem.of(JobsError.WORKER_LOST, "worker " + workerName + " died while running the job");
    return of(worker, claim, "lost", true, Duration.ZERO, null, null, error(problem));
  }

  /** The JSON of an error, as the API shows it. */
  static String error(Problem problem) {
    var fields = new LinkedHashMap<String, String>();
    fields.put("code", problem.code().name());
    fields.put("message", storableOrEmpty(problem.message()));
    put(fields, "field", problem.field());
    put(fields, "cause", problem.cause());
    put(fields, "next", problem.next());
    return Json.write(fields);
  }

  private static void put(Map<String, String> fields, String name, @Nullable String value) {
    String clean = Json.storable(value);
    if (clean != null) {
      fields.put(name, clean);
    }
  }

  private static String storableOrEmpty(String text) {
    String clean = Json.storable(text);
    return clean == null ? "" : clean;
  }

  private static Ending of(
      long worker,
      Claim claim,
      String outcome,
      boolean retryable,
      Duration delay,
      @Nullable String checkpoint,
      @Nullable String result,
      @Nullable String error) {
    return new Ending(
        claim.job().value(),
        claim.run().value(),
        claim.epoch().value(),
        worker,
        outcome,
        retryable,
        StoreClock.micros(delay),
        checkpoint,
        result,
        error);
  }
}
