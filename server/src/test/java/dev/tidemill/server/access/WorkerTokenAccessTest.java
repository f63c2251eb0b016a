package dev.tidemill.server.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.ErrorCode;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.server.ServerError;
import dev.tidemill.server.http.HttpSettings;
import dev.tidemill.server.route.Answer;
import dev.tidemill.server.route.Method;
import dev.tidemill.server.route.Role;
import dev.tidemill.server.route.Route;
import dev.tidemill.server.route.RouteDraft;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("X1")
class WorkerTokenAccessTest {
  private static final HttpSettings HERE = HttpSettings.on("127.0.0.1", 0);

  @Test
  void both_kinds_of_token_open_their_own_routes_only() {
    Gate gate = gate("worker-secret", "admin-secret");
    for (Role role : new Role[] {Role.VIEWER, Role.OPERATOR, Role.ADMIN}) {
      assertThat(gate.admit(route(role), bearer("admin-secret")).covers(role)).isTrue();
      refused(CoreError.DENIED, gate, role, bearer("worker-secret"));
      refused(ServerError.UNAUTHENTICATED, gate, role, Map.of());
      refused(ServerError.UNAUTHENTICATED, gate, role, bearer("guess"));
      refused(ServerError.UNAUTHENTICATED, gate, role, bearer(""));
      refused(ServerError.UNAUTHENTICATED, gate, role, Map.of("authorization", "Basic x"));
    }
    assertThat(gate.admit(route(Role.WORKER), bearer("worker-secret")).covers(Role.WORKER))
        .isTrue();
    refused(CoreError.DENIED, gate, Role.WORKER, bearer("admin-secret"));
    refused(ServerError.UNAUTHENTICATED, gate, Role.WORKER, Map.of());
  }

  @Test
  void what_is_for_anyone_needs_no_token_and_minds_no_wrong_one() {
    Gate gate = gate("worker-secret", "admin-secret");
    assertThat(gate.admit(route(Role.ANYONE), Map.of()).covers(Role.VIEWER)).isFalse();
    assertThat(gate.admit(route(Role.ANYONE), bearer("guess")).covers(Role.VIEWER)).isFalse();
  }

  @Test
  void a_kind_without_a_token_is_closed_once_the_other_has_one() {
    refused(ServerError.UNAUTHENTICATED, gate("worker-secret", null), Role.VIEWER, Map.of());
    refused(ServerError.UNAUTHENTICATED, gate(null, "admin-secret"), Role.WORKER, Map.of());
  }

  @Test
  void without_tokens_everything_is_open_on_loopback() {
    Gate gate = gate(null, null);
    for (Role role : Role.values()) {
      assertThat(gate.admit(route(role), Map.of("host", "localhost:3001")).covers(role)).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.0.0.0", "::", "192.168.1.7"})
  void without_tokens_nothing_is_opened_to_the_network(String host) {
    assertThatThrownBy(() -> WorkerTokenAccess.of(HttpSettings.on(host, 0), null, null))
        .isInstanceOfSatisfying(
            TidemillException.class,
            e -> {
              assertThat(e.code()).isEqualTo(CoreError.INVALID_CONFIG);
              assertThat(e.problem().field()).isEqualTo("admin_token");
              assertThat(e.problem().next()).contains("worker_token", "127.0.0.1");
            });
    assertThat(WorkerTokenAccess.of(HttpSettings.on(host, 0), null, "secret").open()).isFalse();
  }

  @Test
  void an_empty_token_is_not_a_token() {
    assertThatThrownBy(() -> WorkerTokenAccess.of(HERE, " ", "secret"))
        .isInstanceOfSatisfying(
            TidemillException.class,
            e -> assertThat(e.problem().field()).isEqualTo("worker_token"));
  }

  @Test
  void a_page_of_another_site_cannot_change_anything() {
    Gate gate = gate(null, null);
    var foreign = Map.of("host", "localhost:3001", "origin", "https://evil.example");
    refused(CoreError.DENIED, gate, Role.OPERATOR, foreign);
    var own = Map.of("host", "localhost:3001", "origin", "http://localhost:3001");
    assertThat(gate.admit(route(Role.OPERATOR), own).covers(Role.OPERATOR)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"evil.example", "evil.example:3001", "localhost.evil.example"})
  void an_open_server_does_not_answer_to_other_names(String host) {
    refused(CoreError.DENIED, gate(null, null), Role.VIEWER, Map.of("host", host));
    assertThat(
            gate("w", "a")
                .admit(route(Role.VIEWER), Map.of("host", host, "authorization", "Bearer a"))
                .covers(Role.VIEWER))
        .isTrue();
  }

  private static Gate gate(@Nullable String worker, @Nullable String admin) {
    return new Gate(WorkerTokenAccess.of(HERE, worker, admin));
  }

  private static Map<String, String> bearer(String token) {
    return Map.of("authorization", "Bearer " + token);
  }

  private static Route route(Role role) {
    return new RouteDraft(Method.POST, "/things")
        .summary("A test")
        .role(role)
        .by(request -> Answer.text(200, "text/plain", ""));
  }

  private static void refused(ErrorCode code, Gate gate, Role role, Map<String, String> headers) {
    assertThatThrownBy(() -> gate.admit(route(role), headers))
        .isInstanceOfSatisfying(TidemillException.class, e -> assertThat(e.code()).isEqualTo(code));
  }
}
