package dev.tidemill.jobs.store;

import dev.tidemill.core.job.RunId;
import dev.tidemill.jobs.RunSpec;
import dev.tidemill.jobs.state.JobStatus;
import dev.tidemill.jobs.state.RunStatus;
import dev.tidemill.jobs.state.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jspecify.annotations.Nullable;

/** Creates many runs at once, where a statement for each would take too long. */
final class BulkSubmission {
  private final Handle handle;
  private final Statements statements;

  BulkSubmission(Handle handle, Statements statements) {
    this.handle = handle;
    this.statements = statements;
  }

  /** A run to insert, as {@code insert_runs.sql} reads it. */
  private record Row(
      int ordinal,
      String tenant,
      String kind,
      String onJobFailure,
      int plans,
      int execs,
      String spec,
      @Nullable String nextJobs,
      @Nullable Long deadlineMicros) {

    static Row of(int ordinal, RunSpec spec) {
      boolean staged = !spec.plans().isEmpty();
      return new Row(
          ordinal,
          spec.tenant(),
          spec.kind(),
          spec.onJobFailure().word(),
          spec.plans().size(),
          staged ? 0 : spec.execs().size(),
          spec.spec(),
          staged && !spec.execs().isEmpty() ? JobRows.encode(JobRows.rows(spec.execs())) : null,
          spec.deadline().isZero() ? null : StoreClock.micros(spec.deadline()));
    }
  }

  private record Key(String tenant, String key) implements Comparable<Key> {
    @Override
    public int compareTo(Key other) {
      int byTenant = tenant.compareTo(other.tenant);
      return byTenant != 0 ? byTenant : key.compareTo(other.key);
    }
  }

  List<RunId> submit(List<RunSpec> specs, Dues dues) {
    if (specs.isEmpty()) {
      return List.of();
    }
    List<Long> ids = insertRuns(specs);
    PreparedBatch jobs = handle.prepareBatch(statements.hot("insert_jobs"));
    var update = new RunUpdate(handle, statements);
    // In order, so that two submissions never wait for each other.
    var limits = new TreeMap<Key, Integer>();
    for (int i = 0; i < specs.size(); i++) {
      RunSpec spec = specs.get(i);
      boolean staged = !spec.plans().isEmpty();
      List<JobRows.Row> first = JobRows.rows(staged ? spec.plans() : spec.execs());
      dues.add(first);
      jobs.bind("run", ids.get(i))
          .bind("tenant", spec.tenant())
          .bind("status", JobStatus.PENDING.word())
          .bind("stage", (staged ? Stage.PLAN : Stage.EXEC).word())
          .bind("jobs", JobRows.encode(first))
          .add();
      update.event(ids.get(i), null, RunStatus.PENDING.word(), Map.of("kind", spec.kind()));
      spec.keyLimits().forEach((key, most) -> limits.put(new Key(spec.tenant(), key), most));
    }
    limits.forEach((key, most) -> Submission.setKeyLimit(handle, key.tenant, key.key, most));
    jobs.execute();
    update.flush();
    return ids.stream().map(RunId::new).toList();
  }

  private List<Long> insertRuns(List<RunSpec> specs) {
    var rows = new ArrayList<Row>(specs.size());
    for (RunSpec spec : specs) {
      rows.add(Row.of(rows.size(), spec));
    }
    return handle
        .createQuery(statements.hot("insert_runs"))
        .bind("runs", Json.write(rows))
        .mapTo(Long.class)
        .stream()
        .sorted()
        .toList();
  }
}
