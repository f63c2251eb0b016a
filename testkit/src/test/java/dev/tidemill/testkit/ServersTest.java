package dev.tidemill.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ServersTest {
  private static final Duration PLENTY = Duration.ofMinutes(1);

  @Test
  void every_shared_server_answers() {
    for (String url :
        List.of(
            Servers.postgres(),
            Servers.nats(),
            Servers.redis(),
            Servers.mariadb(),
            Servers.prometheus())) {
      assertThat(Line.answers(URI.create(url).getPort())).as(url).isTrue();
    }
  }

  @Test
  void each_database_is_its_own_and_is_dropped_with_its_last_connection() throws Exception {
    PostgresDatabase dropped = Servers.newPostgresDatabase();
    try (PostgresDatabase other = Servers.newPostgresDatabase();
        var open = dropped.connect()) {
      assertThat(dropped.url()).isNotEqualTo(other.url()).endsWith("/" + dropped.name());
      dropped.close();
      assertThat(open.isValid(5)).isFalse();
      assertThatThrownBy(dropped::connect)
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("does not exist");
    }
  }

  @Test
  void server_ends_with_the_process_it_was_started_for() {
    Path folder = DevServices.newFolder(RealServer.NATS);
    try (ChildProcess owner = ChildProcess.command("sleep", "600").start()) {
      String url = DevServices.start(RealServer.NATS, folder, owner.pid(), List.of());
      int port = URI.create(url).getPort();
      assertThat(Line.answers(port)).isTrue();

      owner.sigkill();

      await().atMost(PLENTY).until(() -> !Line.answers(port) && Files.notExists(folder));
    }
  }

  @Test
  void killed_jvm_leaves_neither_server_nor_child() {
    try (ChildProcess jvm = StartsThings.inNewJvm()) {
      int port = Integer.parseInt(jvm.awaitLine("nats://127.0.0.1:(\\d+)", PLENTY).group(1));
      long child = Long.parseLong(jvm.awaitLine("child (\\d+)", PLENTY).group(1));
      assertThat(Line.answers(port)).isTrue();
      assertThat(alive(child)).isTrue();

      jvm.sigkill();

      await().atMost(PLENTY).until(() -> !Line.answers(port) && !alive(child));
    }
  }

  @Test
  void jvm_that_ends_by_itself_has_stopped_its_server_by_then() {
    try (ChildProcess jvm = StartsThings.inNewJvm("and end")) {
      String port = jvm.awaitLine("nats://127.0.0.1:(\\d+)", PLENTY).group(1);
      assertThat(jvm.awaitExit(PLENTY)).isZero();
      assertThat(Line.answers(Integer.parseInt(port))).isFalse();
    }
  }

  private static boolean alive(long pid) {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }

  /** The main program of a JVM that starts a server and, unless told to end, a child. */
  static final class StartsThings {
    static ChildProcess inNewJvm(String... arguments) {
      return ChildProcess.jvm(StartsThings.class)
          .arguments(arguments)
          .without("TIDEMILL_TEST_NATS")
          .start();
    }

    public static void main(String[] args) {
      System.out.println(Servers.nats());
      if (args.length > 0) {
        return;
      }
      ChildProcess child = ChildProcess.command("sleep", "600").start();
      System.out.println("child " + child.pid());
      child.awaitExit(Duration.ofMinutes(10));
    }
  }
}
