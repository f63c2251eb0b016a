package dev.tidemill.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChildProcessTest {
  private static final Duration PLENTY = Duration.ofSeconds(30);
  private static final Duration SHORT = Duration.ofMillis(200);

  @Test
  void both_streams_are_kept_apart_and_the_exit_code_told() {
    try (ChildProcess child = sh("echo out; echo err >&2; exit 3")) {
      assertThat(child.awaitExit(PLENTY)).isEqualTo(3);
      assertThat(child.stdout()).containsExactly("out");
      assertThat(child.stderr()).containsExactly("err");
    }
  }

  @Test
  void line_is_awaited_until_it_comes() {
    try (ChildProcess child = sh("sleep 0.3; echo port 4711; sleep 600")) {
      assertThat(child.awaitLine("port (\\d+)", PLENTY).group(1)).isEqualTo("4711");
    }
  }

  @Test
  void missing_line_fails_with_what_was_written_instead() {
    try (ChildProcess child = sh("echo something else; exit 9")) {
      assertThatThrownBy(() -> child.awaitLine("port", PLENTY))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("something else");
    }
    try (ChildProcess child = sh("sleep 600")) {
      assertThatThrownBy(() -> child.awaitLine("port", SHORT)).hasMessageContaining("still runs");
    }
  }

  @Test
  void sigterm_can_be_handled_and_sigkill_cannot() {
    String trap = "trap 'echo bye; exit 5' TERM; echo ready; while :; do sleep 0.05; done";
    try (ChildProcess asked = sh(trap);
        ChildProcess killed = sh(trap)) {
      asked.awaitLine("ready", PLENTY);
      killed.awaitLine("ready", PLENTY);
      asked.sigterm();
      killed.sigkill();
      assertThat(asked.awaitExit(PLENTY)).isEqualTo(5);
      assertThat(killed.awaitExit(PLENTY)).isEqualTo(128 + 9);
      assertThat(killed.stdout()).doesNotContain("bye");
    }
  }

  @Test
  void stopped_child_stands_still_until_continued() {
    try (ChildProcess child = ChildProcess.command("cat").start()) {
      child.sigstop();
      assertThatThrownBy(() -> say(child, "hello")).isInstanceOf(AssertionError.class);
      child.sigcont();
      child.awaitLine("hello", PLENTY);
    }
  }

  @Test
  void only_the_last_lines_are_kept_and_endless_lines_are_cut() {
    try (ChildProcess child =
        sh("seq 1 12345; head -c 200000 /dev/zero | tr '\\0' x; echo; echo end")) {
      child.awaitLine("^end$", PLENTY);
      assertThat(child.awaitExit(PLENTY)).isZero();
      assertThat(child.stdout()).hasSize(10_000).contains("12345").doesNotContain("1");
      assertThat(child.stdout())
          .allSatisfy(l -> assertThat(l).hasSizeLessThanOrEqualTo(OutputReader.LONGEST_LINE));
    }
  }

  @Test
  void closing_kills_the_child_and_what_it_started() {
    ChildProcess child = sh("sleep 600 & echo grandchild $!; wait");
    long grandchild = Long.parseLong(child.awaitLine("grandchild (\\d+)", PLENTY).group(1));
    child.close();
    assertThat(child.isAlive()).isFalse();
    await()
        .atMost(PLENTY)
        .until(() -> ProcessHandle.of(grandchild).filter(ProcessHandle::isAlive).isEmpty());
  }

  @Test
  void jvm_child_has_our_class_path_and_the_flags_of_jvm_options() {
    try (ChildProcess jvm =
        ChildProcess.jvm(Greets.class).flags("-Dgreeting=hello").arguments("you").start()) {
      assertThat(jvm.awaitExit(PLENTY)).isZero();
      assertThat(jvm.stdout()).containsExactly("hello you", "exits on OutOfMemoryError: true");
    }
  }

  @Test
  void environment_and_folder_are_as_asked(@TempDir Path folder) throws Exception {
    try (ChildProcess child =
        ChildProcess.command("sh", "-c", "echo $GIVEN ${HOME:-homeless}; pwd -P")
            .environment("GIVEN", "here")
            .without("HOME")
            .in(folder)
            .start()) {
      assertThat(child.awaitExit(PLENTY)).isZero();
      assertThat(child.stdout()).containsExactly("here homeless", folder.toRealPath().toString());
      assertThat(Files.exists(folder)).isTrue();
    }
  }

  private static ChildProcess sh(String script) {
    return ChildProcess.command("bash", "-c", script).start();
  }

  private static void say(ChildProcess child, String line) throws Exception {
    child.stdin().write((line + "\n").getBytes(java.nio.charset.StandardCharsets.UTF_8));
    child.stdin().flush();
    child.awaitLine(line, SHORT);
  }

  static final class Greets {
    public static void main(String[] args) {
      System.out.println(System.getProperty("greeting") + " " + args[0]);
      boolean exits =
          java.lang.management.ManagementFactory.getRuntimeMXBean()
              .getInputArguments()
              .contains("-XX:+ExitOnOutOfMemoryError");
      System.out.println("exits on OutOfMemoryError: " + exits);
    }
  }
}
