package dev.tidemill.jobs.store;

import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.core.job.JobType;
import dev.tidemill.jobs.Claim;
import dev.tidemill.jobs.ClaimRequest;
import dev.tidemill.jobs.ClaimedJob;
import dev.tidemill.jobs.Heartbeat;
import dev.tidemill.jobs.HeartbeatAnswer;
import dev.tidemill.jobs.JobLeases;
import dev.tidemill.jobs.JobsError;
import dev.tidemill.jobs.SettleAnswer;
import dev.tidemill.jobs.Settlement;
import dev.tidemill.jobs.WorkerHello;
import dev.tidemill.jobs.WorkerLease;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@link JobLeases} on a database. */
public final class SqlJobLeases implements JobLeases {
  private static final Logger log = LoggerFactory.getLogger(SqlJobLeases.class);

  private final Store store;
  private final Statements statements;

  public SqlJobLeases(Store store) {
    this.store = store;
    this.statements = store.statements();
  }

  @Override
  public WorkerLease register(WorkerHello hello) {
    return store.inLivenessTransaction(
        handle -> {
          // A former incarnation that ran out of its lease gives up the name; upkeep takes its
          // jobs.
          handle
              .createUpdate(
                  statements.fill(
                      "UPDATE workers SET status = 'lost', ended_at = ${now} WHERE name = :name"
                          + " AND status IN ('starting', 'active', 'draining', 'drained')"
                          + " AND last_seen_at + lease_micros < ${now}"))
              .bind("name", hello.name())
              .execute();
          long id =
              handle
                  .createQuery(
                      statements.fill(
                          "INSERT INTO workers (incarnation, name, group_name, status, host, pid, build, slots,"
                              + " capabilities, types, lease_micros, started_at, last_seen_at)"
                              + " VALUES (:incarnation, :name, :group, 'starting', :host, :pid, :build, :slots,"
                              + " :capabilities, :types, :lease, ${now}, ${now})"
                              + " ON CONFLICT DO NOTHING RETURNING id"))
                  .bind("incarnation", hello.incarnation())
                  .bind("name", hello.name())
                  .bind("group", hello.group())
                  .bind("host", hello.host())
                  .bind("pid", hello.pid())
                  .bind("build", hello.build())
                  .bind("slots", hello.slots())
                  .bind("capabilities", Json.write(hello.capabilities()))
                  .bind("types", Json.write(hello.types()))
                  .bind("lease", hello.lease().toNanos() / 1000)
                  .mapTo(Long.class)
                  .findOne()
                  .or(() -> registeredBefore(handle, hello))
                  .orElseThrow(() -> nameTaken(hello));
          return new WorkerLease(id, hello.name(), hello.lease());
        });
  }

  @Override
  public List<ClaimedJob> claim(WorkerLease lease, ClaimRequest request) {
    return store.inTransaction(
        handle -> {
          record Picked(int priority, long due, ClaimedJob job) {}
          List<Picked> picked =
              handle
                  .createQuery(statements.hot("claim"))
                  .bind("worker", lease.id())
                  .bind("queue", request.queue().name().toLowerCase(Locale.ROOT))
                  .bind("max", request.max())
                  .bind(
                      "types", Json.write(request.types().stream().map(JobType::toString).toList()))
                  .bind("capabilities", Json.write(request.capabilities()))
                  .map(
                      (row, context) ->
                          new Picked(
                              row.getInt("priority"),
                              row.getLong("not_before"),
                              JobRows.claimed(row)))
                  .list();
          List<ClaimedJob> jobs =
              picked.stream()
                  .sorted(
                      Comparator.comparingInt(Picked::priority)
                          .thenComparingLong(Picked::due)
                          .thenComparing(p -> p.job().id()))
                  .map(Picked::job)
                  .toList();
          RunBeginning.mark(handle, statements, jobs);
          return jobs;
        });
  }

  @Override
  public HeartbeatAnswer heartbeat(WorkerLease lease, Heartbeat beat) {
    record Held(long id, long runId, long epoch) {}
    String held =
        Json.write(
            beat.held().stream()
                .map(c -> new Held(c.job().value(), c.run().value(), c.epoch().value()))
                .toList());
    return store.inLivenessTransaction(
        handle -> {
          if (store.url().dialect() == Dialect.SQLITE) {
            bindBeat(handle, "heartbeat_touch", lease, beat, held).executeUpdate();
          }
          Map<String, List<Claim>> told = new HashMap<>();
          bindBeat(handle, "heartbeat", lease, beat, held)
              .query()
              .forEach(
                  note ->
                      told.computeIfAbsent(note.what(), w -> new ArrayList<>()).add(note.claim()));
          boolean drain = told.containsKey("drain");
          boolean alive = drain || told.containsKey("alive");
          return new HeartbeatAnswer(
              !alive,
              drain,
              alive ? told.getOrDefault("lost", List.of()) : beat.held(),
              alive ? told.getOrDefault("cancel", List.of()) : List.of(),
              alive ? told.getOrDefault("stray", List.of()) : List.of());
        });
  }

  @Override
  public List<SettleAnswer> settle(WorkerLease lease, List<Settlement> settlements) {
    if (settlements.isEmpty()) {
      return List.of();
    }
    Map<Claim, Settlement> first = new LinkedHashMap<>();
    settlements.forEach(s -> first.putIfAbsent(s.claim(), s));
    Map<Claim, SettleAnswer> answers = settleTogetherOrApart(lease, first);
    var inOrder = new ArrayList<SettleAnswer>(settlements.size());
    for (Settlement settlement : settlements) {
      SettleAnswer answer = answers.getOrDefault(settlement.claim(), SettleAnswer.LOST);
      inOrder.add(answer);
      if (answer == SettleAnswer.ACCEPTED) {
        answers.put(settlement.claim(), SettleAnswer.ALREADY_YOURS);
      }
    }
    return inOrder;
  }

  /** One that the store cannot take must not hold up the others: then each goes by itself. */
  private Map<Claim, SettleAnswer> settleTogetherOrApart(
      WorkerLease lease, Map<Claim, Settlement> settlements) {
    try {
      return store.inTransaction(handle -> settleAll(handle, lease.id(), settlements));
    } catch (TidemillException e) {
      throw e;
    } catch (RuntimeException e) {
      if (settlements.size() == 1) {
        return failInstead(lease, settlements.values().iterator().next(), e);
      }
      Map<Claim, SettleAnswer> answers = new HashMap<>();
      settlements.forEach(
          (claim, settlement) ->
              answers.putAll(settleTogetherOrApart(lease, Map.of(claim, settlement))));
      return answers;
    }
  }

  /** The same result would be refused again and again, so the job ends here, with the reason. */
  private Map<Claim, SettleAnswer> failInstead(
      WorkerLease lease, Settlement refused, RuntimeException reason) {
    Claim claim = refused.claim();
    log.error("The result of {} cannot be stored; the job fails", claim.job(), reason);
    Problem problem =
        Problem.of(JobsError.RESULT_REFUSED, "the job's result could not be stored")
            .cause(String.valueOf(reason.getMessage()))
            .next("this is a fault of the job's handler: its outputs and children must be valid");
    var failure = new Settlement.Failed(claim, problem, false, Duration.ZERO);
    Map<Claim, SettleAnswer> answers =
        store.inTransaction(handle -> settleAll(handle, lease.id(), Map.of(claim, failure)));
    answers.replace(claim, SettleAnswer.ACCEPTED, SettleAnswer.REFUSED);
    return answers;
  }

  @Override
  public void stop(WorkerLease lease) {
    store.inTransaction(
        handle -> {
          List<Ending> rest =
              Claims.of(handle, lease.id()).stream()
                  .map(claim -> Ending.of(lease.id(), new Settlement.HandedBack(claim, null)))
                  .toList();
          new Settling(handle, store).settle(rest, Map.of());
          handle
              .createUpdate(
                  statements.fill(
                      "UPDATE workers SET status = 'stopped', ended_at = ${now} WHERE id = :worker"
                          + " AND status IN ('starting', 'active', 'draining', 'drained')"))
              .bind("worker", lease.id())
              .execute();
          return true;
        });
  }

  private Map<Claim, SettleAnswer> settleAll(
      Handle handle, long worker, Map<Claim, Settlement> settlements) {
    Map<Claim, SettleAnswer> answers = new HashMap<>();
    Set<Claim> accepted = settleOnce(handle, worker, settlements);
    accepted.forEach(claim -> answers.put(claim, SettleAnswer.ACCEPTED));
    settledBefore(handle, worker, settlements, accepted)
        .forEach(claim -> answers.putIfAbsent(claim, SettleAnswer.ALREADY_YOURS));
    return answers;
  }

  private Set<Claim> settleOnce(Handle handle, long worker, Map<Claim, Settlement> settlements) {
    Map<Claim, Settling.Yield> yields = new HashMap<>();
    for (Settlement settlement : settlements.values()) {
      if (settlement instanceof Settlement.Completed done) {
        yields.put(done.claim(), new Settling.Yield(done.outputs(), done.children()));
      }
    }
    List<Ending> endings = settlements.values().stream().map(s -> Ending.of(worker, s)).toList();
    return new Settling(handle, store).settle(endings, yields).keySet();
  }

  /**
   * Which of the refused ones this worker had settled itself, under the same epoch and in the same
   * way. A leftover thread that reports another end than the recorded one has lost its job.
   */
  private static Set<Claim> settledBefore(
      Handle handle, long worker, Map<Claim, Settlement> all, Set<Claim> accepted) {
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
        .bind("worker", worker)
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

  private BoundBeat bindBeat(
      Handle handle, String statement, WorkerLease lease, Heartbeat beat, String held) {
    return new BoundBeat(handle, statements.hot(statement), lease, beat, held);
  }

  /** The two forms in which a heartbeat reaches the database share their parameters. */
  private record BoundBeat(
      Handle handle, String sql, WorkerLease lease, Heartbeat beat, String held) {
    void executeUpdate() {
      handle
          .createUpdate(sql)
          .bind("worker", lease.id())
          .bind("status", beat.status().word())
          .bind("doing", Json.storable(beat.doing()))
          .execute();
    }

    List<Note> query() {
      return handle
          .createQuery(sql)
          .bind("worker", lease.id())
          .bind("status", beat.status().word())
          .bind("doing", Json.storable(beat.doing()))
          .bind("held", held)
          .map((row, context) -> new Note(row.getString("what"), Claims.read(row)))
          .list();
    }
  }

  private record Note(String what, Claim claim) {}

  /** The answer to an earlier registration of this very process was lost. */
  private static Optional<Long> registeredBefore(Handle handle, WorkerHello hello) {
    return handle
        .createQuery(
            "SELECT id FROM workers WHERE incarnation = :incarnation"
                + " AND status IN ('starting', 'active', 'draining', 'drained')")
        .bind("incarnation", hello.incarnation())
        .mapTo(Long.class)
        .findOne();
  }

  private static RuntimeException nameTaken(WorkerHello hello) {
    return Problem.of(
            JobsError.WORKER_NAME_TAKEN, "a worker named " + hello.name() + " is running already")
        .field("name")
        .cause("its lease of %s has not run out".formatted(hello.lease()))
        .next("give this one another --name, or wait until the other's lease has run out")
        .exception();
  }
}
