package dev.tidemill.server;

import dev.tidemill.server.route.Answer;
import dev.tidemill.server.route.OpenApi;
import dev.tidemill.server.route.Role;
import dev.tidemill.server.route.Route;
import dev.tidemill.server.route.RouteTable;

/** The table of routes told by itself. */
public final class OpenApiRoute {
  private OpenApiRoute() {}

  /** Made when it is asked for, as routes may be added after this one. */
  public static Route of(RouteTable table, String version) {
    return Route.get("/openapi.json")
        .summary("This document")
        .role(Role.ANYONE)
        .answers("{\"type\":\"object\"}")
        .by(request -> Answer.json(OpenApi.document(table, version)));
  }
}
