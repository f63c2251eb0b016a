package dev.tidemill.jobs.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemill.core.error.ErrorCatalog;
import dev.tidemill.core.job.RunId;
import dev.tidemill.jobs.ClaimRequest;
import dev.tidemill.jobs.ClaimedJob;
import dev.tidemill.jobs.Heartbeat;
import dev.tidemill.jobs.HeartbeatAnswer;
import dev.tidemill.jobs.JobLeases;
import dev.tidemill.jobs.JobLines;
import dev.tidemill.jobs.SettleAnswer;
import dev.tidemill.jobs.Settlement;
import dev.tidemill.jobs.Staging;
import dev.tidemill.jobs.WorkerHello;
import dev.tidemill.jobs.WorkerLease;
import dev.tidemill.jobs.json.ClaimJson;
import dev.tidemill.jobs.json.Fields;
import dev.tidemill.jobs.json.HeartbeatJson;
import dev.tidemill.jobs.json.Json;
import dev.tidemill.jobs.json.LeaseJson;
import dev.tidemill.jobs.json.SettlementJson;
import dev.tidemill.jobs.json.StagingJson;
import dev.tidemill.jobs.json.Words;
import java.util.List;

/** {@link JobLeases} of a server. */
public final class HttpJobLeases implements JobLeases, AutoCloseable {
  private static final String BASE = "/api/internal/worker/";

  private final HttpCalls work;
  private final HttpCalls liveness;

  public HttpJobLeases(ServerAddress server, ErrorCatalog codes, CallLimits limits) {
    this.work = new HttpCalls(server, codes, limits.connect(), limits.work());
    this.liveness = new HttpCalls(server, codes, limits.connect(), limits.liveness());
  }

  @Override
  public WorkerLease register(WorkerHello hello) {
    return liveness.post(BASE + "register", LeaseJson.write(hello), LeaseJson::readLease);
  }

  @Override
  public List<ClaimedJob> claim(WorkerLease lease, ClaimRequest request) {
    ObjectNode body = of(lease);
    body.setAll(ClaimJson.write(request));
    return work.post(
        BASE + "claim",
        body,
        answer -> answer.objects("jobs").stream().map(ClaimJson::readJob).toList());
  }

  @Override
  public HeartbeatAnswer heartbeat(WorkerLease lease, Heartbeat beat) {
    ObjectNode body = of(lease);
    body.setAll(HeartbeatJson.write(beat));
    return liveness.post(BASE + "heartbeat", body, HeartbeatJson::readAnswer);
  }

  @Override
  public List<SettleAnswer> settle(WorkerLease lease, List<Settlement> settlements) {
    ObjectNode body = of(lease);
    ArrayNode all = body.putArray("settlements");
    settlements.forEach(settlement -> all.add(SettlementJson.write(settlement)));
    return work.post(
        BASE + "settle",
        body,
        answer ->
            answer.texts("answers").stream()
                .map(word -> Words.parse(SettleAnswer.class, "answers", word))
                .toList());
  }

  @Override
  public void log(WorkerLease lease, List<JobLines> lines) {
    ObjectNode body = of(lease);
    ArrayNode all = body.putArray("logs");
    lines.forEach(some -> all.add(HeartbeatJson.write(some)));
    work.post(BASE + "log", body, Fields::names);
  }

  @Override
  public Staging staging(RunId run) {
    return work.post(BASE + "staging", Json.object().put("run", run.toString()), StagingJson::read);
  }

  @Override
  public void stop(WorkerLease lease) {
    work.post(BASE + "stop", of(lease), Fields::names);
  }

  @Override
  public void close() {
    work.close();
    liveness.close();
  }

  private static ObjectNode of(WorkerLease lease) {
    ObjectNode body = Json.object();
    body.set("lease", LeaseJson.write(lease));
    return body;
  }
}
