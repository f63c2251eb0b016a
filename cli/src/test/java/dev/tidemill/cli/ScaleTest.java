package dev.tidemill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code tidemill scale} and {@code tidemill adapter} where nothing runs. */
@Tag("S6")
class ScaleTest {
  private final Terminal terminal;

  ScaleTest(@TempDir Path folder) {
    this.terminal = new Terminal(folder, Map.of());
  }

  @Test
  void without_a_server_the_state_says_that_nobody_leads() {
    var said = ok("scale", "status");
    assertThat(said.out()).contains("policy    target", "leader    none", "adapters  none");
    assertThat(said.out()).containsPattern("waiting +0 +[0-9.]+ s");
    assertThat(ok("scale", "status", "-o", "json").out()).contains("\"leader\" : null");
    assertThat(ok("scale", "history", "-o", "json").out()).contains("\"items\" : [ ]");
  }

  @Test
  void policies_are_compared_by_what_really_came() {
    assertThat(ok("jobs", "submit", "--type", "noop", "--count", "30", "--wait").exit()).isZero();
    var said = ok("scale", "simulate", "--policy", "vanilla", "--last", "1h");
    assertThat(said.out()).contains("target (set)", "vanilla");
    assertThat(said.err()).contains("30 jobs");
  }

  @Test
  void wrong_input_is_told_as_such() {
    assertThat(terminal.run("scale", "explain", "99").exit()).isEqualTo(3);
    assertThat(terminal.run("scale", "explain", "x").exit()).isEqualTo(2);
    assertThat(terminal.run("scale", "simulate", "--policy", "tagret").err())
        .contains("did you mean target?");
    assertThat(terminal.run("scale", "simulate", "--last", "soon").exit()).isEqualTo(2);
    assertThat(terminal.run("scale", "simulate").exit()).as("nothing came").isEqualTo(3);
    assertThat(terminal.run("adapter", "start", "native").err()).contains("needs a server");
    assertThat(terminal.run("adapter", "start", "vax").err()).contains("use native");
    assertThat(terminal.run("adapter", "start", "native", "--cluster", "c").err())
        .contains("options for ecs");
    assertThat(terminal.run("adapter", "start", "ecs", "--namespace", "n").err())
        .contains("options for kubernetes");
    String server = "http://127.0.0.1:1";
    assertThat(terminal.run("adapter", "start", "kubernetes", "--server", server).err())
        .contains("either --image or --pod-template");
    assertThat(
            terminal
                .run(
                    "adapter",
                    "start",
                    "kubernetes",
                    "--server",
                    server,
                    "--image",
                    "x",
                    "--token",
                    "t")
                .err())
        .contains("--pod-template with a secret");
    assertThat(
            terminal
                .run(
                    "adapter",
                    "start",
                    "kubernetes",
                    "--server",
                    server,
                    "--image",
                    "x",
                    "--id",
                    "A")
                .err())
        .contains("up to 30 of a-z");
    assertThat(terminal.run("adapter", "start", "ecs", "--server", server).err())
        .contains("--cluster and --task-definition");
    assertThat(terminal.run("adapter", "start", "native", "--max-groups", "-1").exit())
        .isEqualTo(2);
    assertThat(terminal.run("adapter", "start", "native", "--id", "../x").exit()).isEqualTo(2);
  }

  private Terminal.Said ok(String... args) {
    var said = terminal.run(args);
    assertThat(said.exit()).as(said.err()).isZero();
    return said;
  }
}
