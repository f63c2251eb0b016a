package dev.tidemill.jobs.http;

import dev.tidemill.core.error.ErrorCatalog;
import dev.tidemill.core.job.JobId;
import dev.tidemill.core.job.RunId;
import dev.tidemill.jobs.Attempt;
import dev.tidemill.jobs.JobFilter;
import dev.tidemill.jobs.JobIntake;
import dev.tidemill.jobs.JobView;
import dev.tidemill.jobs.LogLine;
import dev.tidemill.jobs.Page;
import dev.tidemill.jobs.RunEvent;
import dev.tidemill.jobs.RunFilter;
import dev.tidemill.jobs.RunSpec;
import dev.tidemill.jobs.RunView;
import dev.tidemill.jobs.SettledOutput;
import dev.tidemill.jobs.Submitted;
import dev.tidemill.jobs.json.JobJson;
import dev.tidemill.jobs.json.OutputJson;
import dev.tidemill.jobs.json.RunJson;
import dev.tidemill.jobs.json.SubmissionJson;
import dev.tidemill.jobs.json.TraceJson;
import dev.tidemill.jobs.json.Words;
import java.util.List;
import java.util.Optional;

/** {@link JobIntake} of a server. Whose the runs are is decided by the token. */
public final class HttpJobIntake implements JobIntake, AutoCloseable {
  private final HttpCalls calls;

  public HttpJobIntake(ServerAddress server, ErrorCatalog codes, CallLimits limits) {
    this.calls = new HttpCalls(server, codes, limits.connect(), limits.work());
  }

  @Override
  public Submitted submit(RunSpec spec) {
    return calls.post("/api/jobs", SubmissionJson.write(spec), RunJson::readSubmitted);
  }

  @Override
  public RunView cancel(RunId run) {
    return calls.post("/api/runs/" + run + "/cancel", RunJson::read);
  }

  @Override
  public RunView retry(RunId run) {
    return calls.post("/api/runs/" + run + "/retry", RunJson::read);
  }

  @Override
  public Submitted again(RunId run) {
    return calls.post("/api/runs/" + run + "/again", RunJson::readSubmitted);
  }

  @Override
  public JobView retry(JobId job) {
    return calls.post("/api/jobs/" + job + "/retry", JobJson::read);
  }

  @Override
  public Optional<RunView> find(RunId run) {
    return calls.find("/api/runs/" + run, RunJson::read);
  }

  @Override
  public List<RunView> runs(RunFilter filter, Page page) {
    Query query =
        new Query("/api/runs")
            .with("status", filter.status() == null ? null : Words.of(filter.status()))
            .with("kind", filter.kind());
    return calls.list(paged(query, page), RunJson::read);
  }

  @Override
  public List<JobView> jobs(JobFilter filter, Page page) {
    Query query =
        new Query("/api/jobs")
            .with("run", filter.run())
            .with("status", filter.status() == null ? null : Words.of(filter.status()))
            .with("type", filter.type());
    return calls.list(paged(query, page), JobJson::read);
  }

  @Override
  public Optional<JobView> find(JobId job) {
    return calls.find("/api/jobs/" + job, JobJson::read);
  }

  @Override
  public List<Attempt> attempts(JobId job) {
    return calls.list("/api/jobs/" + job + "/attempts", TraceJson::readAttempt);
  }

  @Override
  public List<LogLine> log(JobId job, long after, int limit) {
    Query query = new Query("/api/jobs/" + job + "/log").with("after", after).with("limit", limit);
    return calls.list(query.toString(), TraceJson::readLine);
  }

  @Override
  public List<RunEvent> events(RunId run, long after, int limit) {
    Query query =
        new Query("/api/runs/" + run + "/events").with("after", after).with("limit", limit);
    return calls.list(query.toString(), TraceJson::readEvent);
  }

  @Override
  public List<SettledOutput> outputs(RunId run, String after, int limit) {
    Query query =
        new Query("/api/runs/" + run + "/outputs").with("after", after).with("limit", limit);
    return calls.list(query.toString(), OutputJson::read);
  }

  @Override
  public void close() {
    calls.close();
  }

  private static String paged(Query query, Page page) {
    return query.with("after", page.after()).with("limit", page.limit()).toString();
  }
}
