package dev.tidemill.server.scale;

import static dev.tidemill.server.route.Role.WORKER;
import static dev.tidemill.server.route.Route.get;
import static dev.tidemill.server.route.Route.post;

import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.jobs.Fleet;
import dev.tidemill.jobs.WorkerView;
import dev.tidemill.jobs.json.FleetJson;
import dev.tidemill.jobs.json.Json;
import dev.tidemill.jobs.json.Listing;
import dev.tidemill.scale.Scaling;
import dev.tidemill.server.route.Answer;
import dev.tidemill.server.route.Route;
import dev.tidemill.server.route.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** For adapters, with the token of workers: who controls, and the workers of a group. */
public final class AdapterRoutes {
  private static final String BASE = "/api/internal/adapter/";
  private static final String GROUP = BASE + "groups/{group}";
  private static final String WORKERS = Schema.listOf(Schema.object("name string"));

  private final Scaling scaling;
  private final Fleet fleet;

  public AdapterRoutes(Scaling scaling, Fleet fleet) {
    this.scaling = scaling;
    this.fleet = fleet;
  }

  public List<Route> routes() {
    return List.of(
        get(BASE + "control")
            .summary("Where the controller listens")
            .role(WORKER)
            .answers(Schema.object("leader string", "grpc string", "term integer"))
            .by(request -> control()),
        get(GROUP)
            .summary("The workers of a group that run")
            .role(WORKER)
            .answers(WORKERS)
            .by(request -> told(of(request.part("group")))),
        post(GROUP + "/drain")
            .summary("Ask the workers of a group to finish what they hold and end")
            .role(WORKER)
            .answers(WORKERS)
            .by(request -> told(each(request.part("group"), fleet::drain))),
        post(GROUP + "/undrain")
            .summary("Ask the workers of a group to stay")
            .role(WORKER)
            .answers(WORKERS)
            .by(request -> told(each(request.part("group"), fleet::undrain))));
  }

  private Answer control() {
    return scaling
        .control()
        .map(
            to ->
                Answer.json(
                    Json.object()
                        .put("leader", to.leader())
                        .put("grpc", to.grpc())
                        .put("term", to.term())))
        .orElseThrow(
            () ->
                Problem.of(CoreError.NOT_FOUND, "no server is in charge of scaling")
                    .next("one takes over within some seconds, if any runs")
                    .exception());
  }

  private List<WorkerView> of(String group) {
    return fleet.workers(false).stream().filter(worker -> group.equals(worker.group())).toList();
  }

  /** One that ends meanwhile needs no asking any more. */
  private List<WorkerView> each(String group, Function<String, WorkerView> ask) {
    var asked = new ArrayList<WorkerView>();
    for (WorkerView worker : of(group)) {
      try {
        asked.add(ask.apply(worker.name()));
      } catch (TidemillException e) {
        if (e.code() != CoreError.NOT_FOUND) {
          throw e;
        }
      }
    }
    return asked;
  }

  private static Answer told(List<WorkerView> workers) {
    return Answer.json(Listing.whole(workers, FleetJson::write));
  }
}
