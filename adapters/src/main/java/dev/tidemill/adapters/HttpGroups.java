package dev.tidemill.adapters;

import dev.tidemill.core.error.ErrorCatalog;
import dev.tidemill.jobs.WorkerView;
import dev.tidemill.jobs.http.CallLimits;
import dev.tidemill.jobs.http.HttpCalls;
import dev.tidemill.jobs.http.ServerAddress;
import dev.tidemill.jobs.json.FleetJson;
import dev.tidemill.jobs.json.Listing;
import java.util.List;

/** {@link FleetRequests.Groups} over the server's worker API. */
public final class HttpGroups implements FleetRequests.Groups, AutoCloseable {
  private final HttpCalls calls;

  public HttpGroups(ServerAddress server, ErrorCatalog codes, CallLimits limits) {
    // The limit of signs of life: whoever waits here does not report to the controller.
    this.calls = new HttpCalls(server, codes, limits.connect(), limits.liveness());
  }

  @Override
  public List<WorkerView> workers(String group) {
    return calls.get(at(group), list -> Listing.read(list, FleetJson::readWorker));
  }

  @Override
  public List<WorkerView> drain(String group) {
    return calls.post(at(group) + "/drain", list -> Listing.read(list, FleetJson::readWorker));
  }

  @Override
  public List<WorkerView> undrain(String group) {
    return calls.post(at(group) + "/undrain", list -> Listing.read(list, FleetJson::readWorker));
  }

  @Override
  public void close() {
    calls.close();
  }

  /** Groups are named by the controller, in letters that need no encoding. */
  private static String at(String group) {
    return "/api/internal/adapter/groups/" + group;
  }
}
