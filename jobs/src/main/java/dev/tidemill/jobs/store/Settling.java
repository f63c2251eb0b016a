package dev.tidemill.jobs.store;

import dev.tidemill.core.job.Output;
import dev.tidemill.core.job.Queue;
import dev.tidemill.jobs.Claim;
import dev.tidemill.jobs.JobSpec;
import dev.tidemill.jobs.state.JobStatus;
import dev.tidemill.jobs.state.Stage;
import dev.tidemill.jobs.state.Tally;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * One settling transaction: lock the runs in id order, end the executions that still hold their
 * epoch, add children and outputs, decide each run's gate once, append events.
 *
 * <p>Used for what workers report and for what upkeep takes from dead ones, so there is one way in
 * which a job can end.
 */
final class Settling {
  private final Handle handle;
  private final Statements statements;
  private final RunUpdate update;
  private final boolean historyApart;
  private final Dues dues = new Dues();

  Settling(Handle handle, Store store) {
    this.handle = handle;
    this.statements = store.statements();
    this.update = new RunUpdate(handle, statements);
    this.historyApart = store.url().dialect() == Dialect.SQLITE;
  }

  /** What goes with a completion. */
  record Yield(List<Output> outputs, List<JobSpec> children) {}

  /** An execution that was ended by this transaction. */
  record Ended(
      Claim claim,
      Stage stage,
      int ordinal,
      Queue queue,
      JobStatus status,
      Duration dueIn,
      @Nullable String error,
      boolean restaged) {

    Ended by(Ending ending) {
      boolean again = ending.outcome().equals("restaged");
      boolean chunk = stage == Stage.CHUNK && status != JobStatus.CANCELLED;
      return new Ended(claim, stage, ordinal, queue, status, dueIn, error, again && chunk);
    }
  }

  /**
   * @param yields for completions only
   * @return what counted; an ending that is missing here was refused
   */
  Map<Claim, Ended> settle(List<Ending> endings, Map<Claim, Yield> yields) {
    List<RunRow> runs =
        RunRow.lock(handle, statements, endings.stream().map(Ending::runId).toList());
    Map<Claim, Ended> ended = endExecutions(endings);
    if (ended.isEmpty()) {
      return ended;
    }
    Map<Long, List<Ended>> byRun = new TreeMap<>();
    for (Ended end : ended.values()) {
      byRun.computeIfAbsent(end.claim().run().value(), r -> new ArrayList<>()).add(end);
    }
    for (RunRow run : runs) {
      List<Ended> ends = byRun.get(run.id());
      if (ends != null) {
        settleRun(run, ends, yields);
      }
    }
    update.flush();
    ended.values().stream()
        .filter(end -> !end.status().ended())
        .forEach(end -> dues.add(end.queue(), end.dueIn()));
    dues.add(update.dues());
    return ended;
  }

  /** What can be claimed because of this transaction, once it is committed. */
  Dues dues() {
    return dues;
  }

  private Map<Claim, Ended> endExecutions(List<Ending> endings) {
    String input = Json.write(endings);
    Map<Long, Ended> found = new HashMap<>();
    handle
        .createQuery(statements.hot("settle"))
        .bind("endings", input)
        .map(
            (row, context) ->
                new Ended(
                    Claims.read(row),
                    Stage.parse(row.getString("stage")),
                    row.getInt("ordinal"),
                    Queue.parse(row.getString("queue")),
                    JobStatus.parse(row.getString("status")),
                    Duration.ofNanos(Math.max(0, row.getLong("due_in")) * 1000),
                    row.getString("error"),
                    false))
        .forEach(end -> found.put(end.claim().job().value(), end));
    // In the order told: which failure was the first must not depend on the database.
    Map<Claim, Ended> ended = new LinkedHashMap<>();
    for (Ending ending : endings) {
      Ended end = found.get(ending.id());
      if (end != null && end.claim().epoch().value() == ending.epoch()) {
        ended.put(end.claim(), end.by(ending));
      }
    }
    if (historyApart && !ended.isEmpty()) {
      handle
          .createUpdate(statements.hot("settle_history"))
          .bind("endings", input)
          .bind("settled", Json.write(ended.keySet().stream().map(c -> c.job().value()).toList()))
          .execute();
    }
    return ended;
  }

  private void settleRun(RunRow run, List<Ended> ends, Map<Claim, Yield> yields) {
    Tally tally = run.tally();
    String firstError = null;
    var restaged = new ArrayList<Ended>();
    for (Ended end : ends) {
      if (end.status().ended()) {
        tally = tally.ended(end.stage(), end.status(), 1);
      }
      if (end.restaged()) {
        restaged.add(end);
      } else if (end.error() != null) {
        boolean forGood = end.status() == JobStatus.FAILED;
        tell(run, end, forGood);
        if (forGood && firstError == null) {
          firstError = end.error();
        }
      }
      Yield yield = yields.get(end.claim());
      if (yield != null && end.status() == JobStatus.COMPLETED) {
        tally = addChildren(run, tally, end, yield.children());
        addOutputs(end, yield.outputs());
      }
    }
    for (Ended end : restaged) {
      String error = Objects.requireNonNull(end.error());
      if (restage(run, end, error) && firstError == null) {
        firstError = error;
      }
    }
    // Rows are gone, also of jobs that ended in this very batch.
    RunRow now = run.with(restaged.isEmpty() ? tally : Recount.of(handle, run.id()));
    update.decide(now, firstError);
  }

  /** Returns whether the plan has failed for good. */
  private boolean restage(RunRow run, Ended chunk, String error) {
    Optional<Restaging.Back> sentBack =
        new Restaging(handle, statements, run).of(chunk.ordinal(), error, chunk.dueIn());
    if (sentBack.isEmpty()) {
      return false;
    }
    Restaging.Back back = sentBack.get();
    boolean forGood = back.status() == JobStatus.FAILED;
    var detail = new HashMap<String, Object>();
    detail.put("chunks", back.chunks());
    detail.put("error", error);
    update.event(run.id(), back.plan(), forGood ? "job_failed" : "restaged", detail);
    if (!forGood) {
      dues.add(back.queue(), chunk.dueIn());
    }
    return forGood;
  }

  private void tell(RunRow run, Ended end, boolean forGood) {
    var detail = new HashMap<String, Object>();
    detail.put("epoch", end.claim().epoch().value());
    detail.put("error", end.error());
    update.event(run.id(), end.claim().job(), forGood ? "job_failed" : "job_retry", detail);
  }

  private Tally addChildren(RunRow run, Tally tally, Ended parent, List<JobSpec> children) {
    if (children.isEmpty()) {
      return tally;
    }
    if (parent.stage() != Stage.PLAN) {
      throw new IllegalArgumentException(
          "only plans have children; " + parent.claim().job() + " is a " + parent.stage().word());
    }
    List<JobRows.Row> rows = JobRows.children(parent.ordinal(), children);
    int created = JobRows.insert(handle, statements, run, Stage.CHUNK, rows);
    dues.add(rows);
    Tally more = tally.created(Stage.CHUNK, created);
    return run.status().open() ? more : more.ended(Stage.CHUNK, JobStatus.CANCELLED, created);
  }

  private void addOutputs(Ended end, List<Output> outputs) {
    if (outputs.isEmpty()) {
      return;
    }
    var batch =
        handle.prepareBatch(
            "INSERT INTO outputs (run_id, name, job_id, epoch, object, bytes, row_count, checksum)"
                + " VALUES (:run, :name, :job, :epoch, :object, :bytes, :rows, :checksum)");
    for (Output output : outputs) {
      batch
          .bind("run", end.claim().run().value())
          .bind("name", output.name())
          .bind("job", end.claim().job().value())
          .bind("epoch", end.claim().epoch().value())
          .bind("object", output.object())
          .bind("bytes", output.bytes())
          .bind("rows", output.rows())
          .bind("checksum", output.checksum())
          .add();
    }
    batch.execute();
  }
}
