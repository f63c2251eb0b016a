package dev.tidemill.jobs.store;

import static java.util.Collections.emptyIterator;

import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.jobs.Claim;
import dev.tidemill.jobs.JobsError;
import dev.tidemill.jobs.SettleAnswer;
import dev.tidemill.jobs.Settlement;
import dev.tidemill.jobs.Wakeups;
import dev.tidemill.jobs.WorkerLease;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One worker's report on how executions ended, and what the store says to each. */
final class SettleCall {
  private static final Logger log = LoggerFactory.getLogger(SettleCall.class);

  private final Store store;
  private final Wakeups wakeups;
  private final WorkerLease lease;

  SettleCall(Store store, Wakeups wakeups, WorkerLease lease) {
    this.store = store;
    this.wakeups = wakeups;
    this.lease = lease;
  }

  /**
   * A claim that is named again is settled again once the first is through, so that the answer is
   * the same as if it had come later.
   */
  List<SettleAnswer> settle(List<Settlement> settlements) {
    Map<Claim, Settlement> first = new LinkedHashMap<>();
    List<Settlement> again = new ArrayList<>();
    for (Settlement settlement : settlements) {
      if (first.putIfAbsent(settlement.claim(), settlement) != null) {
        again.add(settlement);
      }
    }
    Map<Claim, SettleAnswer> answers = settleTogetherOrApart(first);
    Iterator<SettleAnswer> later = again.isEmpty() ? emptyIterator() : settle(again).iterator();
    var inOrder = new ArrayList<SettleAnswer>(settlements.size());
    for (Settlement settlement : settlements) {
      inOrder.add(
          first.remove(settlement.claim()) != null
              ? answers.getOrDefault(settlement.claim(), SettleAnswer.LOST)
              : later.next());
    }
    return inOrder;
  }

  /** One that the store cannot take must not hold up the others: then each goes by itself. */
  private Map<Claim, SettleAnswer> settleTogetherOrApart(Map<Claim, Settlement> settlements) {
    try {
      return settleAndWake(settlements);
    } catch (TidemillException e) {
      throw e;
    } catch (RuntimeException e) {
      if (settlements.size() == 1) {
        return failInstead(settlements.values().iterator().next(), e);
      }
      Map<Claim, SettleAnswer> answers = new HashMap<>();
      settlements.forEach(
          (claim, settlement) -> answers.putAll(settleTogetherOrApart(Map.of(claim, settlement))));
      return answers;
    }
  }

  /** The same result would be refused again and again, so the job ends here, with the reason. */
  private Map<Claim, SettleAnswer> failInstead(Settlement refused, RuntimeException reason) {
    Claim claim = refused.claim();
    log.error("The result of {} cannot be stored; the job fails", claim.job(), reason);
    Problem problem =
        Problem.of(JobsError.RESULT_REFUSED, "the job's result could not be stored")
            .cause(String.valueOf(reason.getMessage()))
            .next("this is a fault of the job's handler: its outputs and children must be valid");
    var failure = new Settlement.Failed(claim, problem, false, Duration.ZERO);
    Map<Claim, SettleAnswer> answers = settleAndWake(Map.of(claim, failure));
    answers.replace(claim, SettleAnswer.ACCEPTED, SettleAnswer.REFUSED);
    return answers;
  }

  private Map<Claim, SettleAnswer> settleAndWake(Map<Claim, Settlement> settlements) {
    var dues = new Dues();
    Map<Claim, SettleAnswer> answers =
        store.inTransaction(handle -> settleAll(handle, settlements, dues));
    dues.tell(wakeups);
    return answers;
  }

  private Map<Claim, SettleAnswer> settleAll(
      Handle handle, Map<Claim, Settlement> settlements, Dues dues) {
    Map<Claim, SettleAnswer> answers = new HashMap<>();
    Set<Claim> accepted = settleOnce(handle, settlements, dues);
    accepted.forEach(claim -> answers.put(claim, SettleAnswer.ACCEPTED));
    settledBefore(handle, settlements, accepted)
        .forEach(claim -> answers.putIfAbsent(claim, SettleAnswer.ALREADY_YOURS));
    return answers;
  }

  private Set<Claim> settleOnce(Handle handle, Map<Claim, Settlement> settlements, Dues dues) {
    Map<Claim, Settling.Yield> yields = new HashMap<>();
    for (Settlement settlement : settlements.values()) {
      if (settlement instanceof Settlement.Completed done) {
        yields.put(done.claim(), new Settling.Yield(done.outputs(), done.children()));
      }
    }
    List<Ending> endings =
        settlements.values().stream().map(s -> Ending.of(lease.id(), s)).toList();
    var settling = new Settling(handle, store);
    Set<Claim> accepted = settling.settle(endings, yields).keySet();
    dues.add(settling.dues());
    return accepted;
  }

  /**
   * Which of the refused ones this worker had settled itself, under the same epoch and in the same
   * way. A leftover thread that reports another end than the recorded one has lost its job.
   */
  private Set<Claim> settledBefore(Handle handle, Map<Claim, Settlement> all, Set<Claim> accepted) {
    List<Long> refused =
        all.keySet().stream()
            .filter(claim -> !accepted.contains(claim))
            .map(claim -> claim.job().value())
            .toList();
    if (refused.isEmpty()) {
      return Set.of();
    }
    record Past(Claim claim, String outcome) {}
    return handle
        .createQuery(
            "SELECT job_id AS id, run_id, epoch, outcome FROM attempts"
                + " WHERE job_id IN (<jobs>) AND worker_id = :worker")
        .bindList("jobs", refused)
        .bind("worker", lease.id())
        .map((row, context) -> new Past(Claims.read(row), row.getString("outcome")))
        .stream()
        .filter(
            past -> {
              Settlement now = all.get(past.claim);
              return now != null && now.outcome().equals(past.outcome);
            })
        .map(Past::claim)
        .collect(Collectors.toSet());
  }
}
