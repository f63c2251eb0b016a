package dev.tidemill.server.jobs;

import static dev.tidemill.server.route.Role.OPERATOR;
import static dev.tidemill.server.route.Role.VIEWER;
import static dev.tidemill.server.route.Route.get;
import static dev.tidemill.server.route.Route.post;
import static dev.tidemill.server.route.Schema.listOf;

import dev.tidemill.jobs.Fleet;
import dev.tidemill.jobs.json.FleetJson;
import dev.tidemill.jobs.json.Listing;
import dev.tidemill.server.route.Answer;
import dev.tidemill.server.route.Route;
import java.util.List;

/** Workers, and what waits for them. */
public final class FleetRoutes {
  private final Fleet fleet;

  public FleetRoutes(Fleet fleet) {
    this.fleet = fleet;
  }

  public List<Route> routes() {
    return List.of(
        get("/api/workers")
            .summary("Workers, in order of name")
            .role(VIEWER)
            .parameter("all", "true: also those that stopped or were lost")
            .answers(listOf(Shapes.WORKER))
            .by(
                request ->
                    Answer.json(
                        Listing.whole(
                            fleet.workers(new Asked(request).flag("all")), FleetJson::write))),
        post("/api/workers/{worker}/drain")
            .summary("Ask a worker to take no more jobs and finish what it holds")
            .role(OPERATOR)
            .answers(Shapes.WORKER)
            .by(request -> Answer.json(FleetJson.write(fleet.drain(request.part("worker"))))),
        post("/api/workers/{worker}/undrain")
            .summary("Take the request to drain back")
            .role(OPERATOR)
            .answers(Shapes.WORKER)
            .by(request -> Answer.json(FleetJson.write(fleet.undrain(request.part("worker"))))),
        get("/api/waiting")
            .summary("What waits and could be claimed now, by what it asks of a worker")
            .role(VIEWER)
            .answers(listOf(Shapes.WAITING))
            .by(request -> Answer.json(Listing.whole(fleet.waiting(), FleetJson::write))));
  }
}
