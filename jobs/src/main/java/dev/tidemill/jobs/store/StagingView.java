package dev.tidemill.jobs.store;

import dev.tidemill.core.job.JobId;
import dev.tidemill.core.job.JobType;
import dev.tidemill.core.job.Output;
import dev.tidemill.core.job.RunId;
import dev.tidemill.core.job.StagedJob;
import dev.tidemill.jobs.Staging;
import dev.tidemill.jobs.state.RunStatus;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;

/** What a run's staging came to. */
final class StagingView {
  private final Handle handle;
  private final RunId run;

  StagingView(Handle handle, RunId run) {
    this.handle = handle;
    this.run = run;
  }

  Staging read() {
    boolean over =
        Views.run(handle, run)
            .map(found -> found.status())
            .map(status -> status != RunStatus.PENDING && status != RunStatus.STAGING)
            .orElse(true);
    Map<Long, List<Output>> outputs = outputs();
    List<StagedJob> jobs =
        handle
            .createQuery(
                "SELECT id, type, payload_version, payload, result FROM jobs WHERE run_id = :run"
                    + " AND stage IN ('plan', 'chunk') AND status = 'completed' ORDER BY id")
            .bind("run", run.value())
            .map(
                (row, context) ->
                    new StagedJob(
                        new JobId(row.getLong("id")),
                        new JobType(row.getString("type"), row.getInt("payload_version")),
                        row.getString("payload"),
                        row.getString("result"),
                        outputs.getOrDefault(row.getLong("id"), List.of())))
            .list();
    return new Staging(over, jobs);
  }

  private Map<Long, List<Output>> outputs() {
    Map<Long, List<Output>> byJob = new HashMap<>();
    handle
        .createQuery("SELECT * FROM outputs WHERE run_id = :run ORDER BY name")
        .bind("run", run.value())
        .map((row, context) -> Views.output(row))
        .forEach(
            settled ->
                byJob
                    .computeIfAbsent(settled.job().value(), j -> new ArrayList<>())
                    .add(settled.output()));
    return byJob;
  }
}
