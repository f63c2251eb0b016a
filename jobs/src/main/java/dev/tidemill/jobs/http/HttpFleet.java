package dev.tidemill.jobs.http;

import dev.tidemill.core.error.ErrorCatalog;
import dev.tidemill.jobs.Fleet;
import dev.tidemill.jobs.Waiting;
import dev.tidemill.jobs.WorkerView;
import dev.tidemill.jobs.json.FleetJson;
import java.util.List;

/** {@link Fleet} of a server. */
public final class HttpFleet implements Fleet, AutoCloseable {
  private final HttpCalls calls;

  public HttpFleet(ServerAddress server, ErrorCatalog codes, CallLimits limits) {
    this.calls = new HttpCalls(server, codes, limits.connect(), limits.work());
  }

  @Override
  public List<WorkerView> workers(boolean alsoGone) {
    return calls.list("/api/workers?all=" + alsoGone, FleetJson::readWorker);
  }

  @Override
  public WorkerView drain(String name) {
    return calls.post("/api/workers/" + Query.segment(name) + "/drain", FleetJson::readWorker);
  }

  @Override
  public WorkerView undrain(String name) {
    return calls.post("/api/workers/" + Query.segment(name) + "/undrain", FleetJson::readWorker);
  }

  @Override
  public List<Waiting> waiting() {
    return calls.list("/api/waiting", FleetJson::readWaiting);
  }

  @Override
  public void close() {
    calls.close();
  }
}
