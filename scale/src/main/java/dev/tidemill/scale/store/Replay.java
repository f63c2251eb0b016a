package dev.tidemill.scale.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.jobs.json.Json;
import dev.tidemill.jobs.json.Words;
import dev.tidemill.jobs.store.StoreClock;
import dev.tidemill.jobs.store.StoreTransactions;
import dev.tidemill.scale.PolicyName;
import dev.tidemill.scale.ScalingPolicy;
import dev.tidemill.scale.simulate.PolicyScaler;
import dev.tidemill.scale.simulate.Scores;
import dev.tidemill.scale.simulate.Simulation;
import dev.tidemill.scale.simulate.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** What came lately, through the simulator: the same jobs for each policy, and the same chance. */
final class Replay {
  private static final int MOST = 20_000;
  private static final long SEED = 1;
  private static final double MARGIN = 600;
  private static final int USUAL_SLOTS = 4;
  private static final int USUAL_WORKERS = 100;
  private static final double USUAL_START = 15;

  private final StoreTransactions transactions;
  private final StatusNote note;
  private final Function<PolicyName, ScalingPolicy> policies;

  Replay(
      StoreTransactions transactions,
      StatusNote note,
      Function<PolicyName, ScalingPolicy> policies) {
    this.transactions = transactions;
    this.note = note;
    this.policies = policies;
  }

  /**
   * @param created in seconds before now
   * @param took in seconds; negative as long as it has not ended
   */
  private record Past(double created, double took) {}

  ObjectNode run(PolicyName set, PolicyName asked, Duration period) {
    List<Past> past = past(period);
    if (past.isEmpty()) {
      throw Problem.of(CoreError.NOT_FOUND, "no job came in the last " + period.toSeconds() + " s")
          .field("last")
          .next("look at a longer time with --last")
          .exception();
    }
    Workload workload = workload(past);
    ObjectNode node =
        Json.object()
            .put("jobs", past.size())
            .put("capped", past.size() >= MOST)
            .put("seconds", Math.round(workload.length() - MARGIN))
            .put("slots", workload.platform().slots())
            .put("max_workers", workload.platform().maxWorkers())
            .put("start_up_seconds", workload.platform().startUp());
    ArrayNode all = node.putArray("policies");
    all.add(score(set, workload).put("current", true));
    if (set != asked) {
      all.add(score(asked, workload).put("current", false));
    }
    return node;
  }

  private ObjectNode score(PolicyName name, Workload workload) {
    // In the simulator there is one adapter, which is in no tier.
    PolicyName sized = name == PolicyName.WATERFALL ? PolicyName.TARGET : name;
    Scores scores = Simulation.run(workload, new PolicyScaler(policies.apply(sized)), SEED);
    return Json.object()
        .put("policy", Words.of(name))
        .put("waited_seconds", Math.round(scores.waited()))
        .put("waited_per_job_seconds", tenth(scores.waited() / workload.arrivals().size()))
        .put("paid_worker_seconds", Math.round(scores.paid()))
        .put("peak_workers", scores.peak())
        .put("turns", scores.turns());
  }

  /** Jobs by their ids, newest first: bounded, whatever is kept. */
  private List<Past> past(Duration period) {
    return transactions.run(
        in ->
            in.handle()
                .createQuery(
                    in.fill(
                        "SELECT ${now} - j.created_at AS age, a.ended_at - a.claimed_at AS took"
                            + " FROM (SELECT id, created_at FROM jobs ORDER BY id DESC LIMIT :most)"
                            + " j LEFT JOIN attempts a ON a.job_id = j.id"
                            + " AND a.outcome = 'completed'"
                            + " WHERE j.created_at > ${now} - :period"))
                .bind("most", MOST)
                .bind("period", StoreClock.micros(period))
                .map(
                    (row, context) -> {
                      double took = row.getLong("took") / 1e6;
                      return new Past(row.getLong("age") / 1e6, row.wasNull() ? -1 : took);
                    })
                .list());
  }

  /** From the first job on; what has not ended is thought to take as long as the others. */
  private Workload workload(List<Past> past) {
    double first = past.stream().mapToDouble(Past::created).max().orElse(0);
    double mean =
        past.stream().filter(p -> p.took >= 0).mapToDouble(Past::took).average().orElse(30);
    var arrivals = new ArrayList<Workload.Arrival>();
    for (Past one : past) {
      double seconds = Math.max(0.001, one.took < 0 ? mean : one.took);
      arrivals.add(new Workload.Arrival(Math.max(0, first - one.created), seconds));
    }
    return new Workload("the past", arrivals, List.of(), platform(), 0, first + MARGIN);
  }

  /** What adapters there are, as far as the leader has told of any. */
  private Workload.Platform platform() {
    int workers = 0;
    int slots = 0;
    double start = 0;
    for (JsonNode adapter :
        note.find().map(told -> told.status().path("adapters")).orElseGet(Json::object)) {
      workers += adapter.path("max_groups").asInt() * adapter.path("workers_per_group").asInt();
      slots = Math.max(slots, adapter.path("slots").asInt());
      start = Math.max(start, adapter.path("start_up_seconds").asDouble());
    }
    return new Workload.Platform(
        slots == 0 ? USUAL_SLOTS : slots,
        workers == 0 ? USUAL_WORKERS : workers,
        start == 0 ? USUAL_START : start,
        0,
        0);
  }

  private static double tenth(double value) {
    return Math.round(value * 10) / 10.0;
  }
}
