package dev.tidemill.server.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("X1")
class RouteTableTest {

  @ParameterizedTest
  @CsvSource({
    "/api/runs, /api/runs",
    "/api/runs/{run}, /api/runs/{id}",
    "/{a}/x, /y/{b}",
  })
  void two_routes_that_could_answer_one_request_are_refused(String one, String two) {
    var table = new RouteTable().add(List.of(get(one)));
    assertThatThrownBy(() -> table.add(List.of(get(two))))
        .hasMessage("GET %s and GET %s could answer the same request", one, two);
  }

  @ParameterizedTest
  @CsvSource({
    "/api/runs/{run}, /api/runs/stats",
    "/api/runs, /api/jobs",
    "/api/runs/{run}, /api/runs/{run}/events",
  })
  void routes_of_which_one_is_more_exact_get_on(String one, String two) {
    assertThat(new RouteTable().add(List.of(get(one), get(two))).routes()).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"api", "/api/", "/api//x", "/api/../x", "/a b", "/{a}/{a}", "/{A B}", "/%2e"})
  void a_path_that_is_none_is_refused(String path) {
    assertThatThrownBy(() -> new RoutePath(path)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void a_role_opens_what_lies_below_it_and_workers_stand_apart() {
    assertThat(Role.ADMIN.covers(Role.VIEWER)).isTrue();
    assertThat(Role.VIEWER.covers(Role.OPERATOR)).isFalse();
    assertThat(Role.ADMIN.covers(Role.WORKER)).isFalse();
    assertThat(Role.WORKER.covers(Role.VIEWER)).isFalse();
    assertThat(Role.WORKER.covers(Role.WORKER)).isTrue();
    assertThat(Role.ANYONE.covers(Role.VIEWER)).isFalse();
    for (Role role : Role.values()) {
      assertThat(role.covers(Role.ANYONE)).isTrue();
    }
  }

  @Test
  @Tag("U3")
  void the_api_document_is_made_from_the_routes() {
    Route post =
        Route.post("/api/runs")
            .summary("Submit a \"run\"")
            .role(Role.OPERATOR)
            .parameter("dry", "Only check")
            .takes("{\"type\":\"object\"}")
            .by(request -> Answer.text(200, "text/plain", ""));
    var table = new RouteTable().add(List.of(post, get("/api/runs/{run}"), get("/api/runs")));
    JsonNode paths = OpenApi.document(table, "1").get("paths");
    assertThat(paths.at("/~1api~1runs/post/summary").asText()).isEqualTo("Submit a \"run\"");
    assertThat(paths.at("/~1api~1runs/post/x-role").asText()).isEqualTo("operator");
    assertThat(paths.at("/~1api~1runs/post/parameters/0/in").asText()).isEqualTo("query");
    assertThat(paths.at("/~1api~1runs/get/requestBody").isMissingNode()).isTrue();
    assertThat(paths.at("/~1api~1runs~1{run}/get/parameters/0/name").asText()).isEqualTo("run");
  }

  @Test
  void the_more_exact_route_answers_and_its_named_parts_are_told() {
    var table =
        new RouteTable().add(List.of(get("/api/runs/{run}"), get("/api/runs/stats"), get("/")));
    assertThat(found(table, "api", "runs", "stats").route().path().text())
        .isEqualTo("/api/runs/stats");
    assertThat(found(table, "api", "runs", "run_1").path()).containsEntry("run", "run_1");
    assertThat(found(table).route().path().text()).isEqualTo("/");
  }

  @Test
  void another_method_and_another_path_are_told_apart() {
    var table = new RouteTable().add(List.of(get("/api/runs/{run}")));
    assertThat(table.match(Optional.of(Method.POST), List.of("api", "runs", "x")))
        .isEqualTo(new Match.OtherMethods(Set.of(Method.GET)));
    assertThat(table.match(Optional.empty(), List.of("api", "runs", "x")))
        .isEqualTo(new Match.OtherMethods(Set.of(Method.GET)));
    assertThat(table.match(Optional.of(Method.GET), List.of("api", "runs", "x", "y")))
        .isInstanceOf(Match.Nothing.class);
  }

  private static Match.Found found(RouteTable table, String... segments) {
    return (Match.Found) table.match(Optional.of(Method.GET), List.of(segments));
  }

  private static Route get(String path) {
    return Route.get(path)
        .summary("A test")
        .role(Role.VIEWER)
        .by(request -> Answer.text(200, "text/plain", ""));
  }
}
