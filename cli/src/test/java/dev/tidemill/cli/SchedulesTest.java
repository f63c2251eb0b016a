package dev.tidemill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code tidemill schedules} on an embedded store. */
@Tag("C2")
class SchedulesTest {
  private final Path folder;
  private final Terminal terminal;

  SchedulesTest(@TempDir Path folder) {
    this.folder = folder;
    this.terminal = new Terminal(folder, Map.of());
  }

  @Test
  void a_schedule_is_created_watched_paused_triggered_and_deleted() {
    var created =
        ok(
            "create",
            "nightly",
            "--cron",
            "0 2 * * MON-FRI",
            "--zone",
            "Europe/Berlin",
            "--type",
            "noop");
    assertThat(created.out()).contains("nightly", "active", "0 2 * * MON-FRI", "Europe/Berlin");
    assertThat(created.err()).contains("nightly: created", "until `tidemill up` runs");
    assertThat(ok("list").out()).contains("nightly");
    assertThat(ok("get", "nightly", "-o", "json").out())
        .contains("\"cron\" : \"0 2 * * MON-FRI\"", "\"misfire\" : \"once\"");
    assertThat(ok("next", "nightly", "--count", "3").out().lines()).hasSize(4);
    assertThat(ok("pause", "nightly").out()).contains("paused");
    assertThat(ok("list").out()).contains("paused");
    assertThat(ok("resume", "nightly").out()).contains("active");
    assertThat(ok("trigger", "nightly").out()).contains("started", "pending", "hand");
    assertThat(ok("history", "nightly", "-o", "json").out()).contains("\"by_hand\" : true");
    ok("delete", "nightly");
    assertThat(terminal.run("schedules", "get", "nightly").exit()).isEqualTo(3);
  }

  @Test
  void a_file_is_applied_as_often_as_one_likes() throws Exception {
    Files.writeString(
        folder.resolve("s.yaml"),
        """
        schedules:
          - name: sweep
            every: 5m
            run: {type: noop}
          - name: report
            cron: "@daily"
            zone: America/New_York
            overlap: queue
            jitter: 30s
            run:
              type: sleep
              payload: {ms: 5}
        """);
    assertThat(ok("apply", "s.yaml").err()).contains("sweep: created", "report: created");
    assertThat(ok("apply", "s.yaml").err()).contains("sweep: unchanged", "report: unchanged");
    Files.writeString(
        folder.resolve("s.yaml"), "schedules: [{name: sweep, every: 6m, run: {type: noop}}]");
    assertThat(ok("apply", "s.yaml").err()).contains("sweep: changed");
    assertThat(ok("list").out()).contains("report", "6m");
  }

  @Test
  void a_file_with_a_fault_changes_nothing() throws Exception {
    Files.writeString(
        folder.resolve("s.yaml"),
        "schedules: [{name: a, every: 5m, run: {type: noop}}, {name: b, evry: 5m, run: {type: noop}}]");
    var said = terminal.run("schedules", "apply", "s.yaml");
    assertThat(said.exit()).isEqualTo(2);
    assertThat(said.err()).contains("the schedule 'b' needs either");
    assertThat(ok("list").out()).doesNotContain("a ");
  }

  @Test
  void what_cannot_be_is_refused_with_the_option_at_fault() {
    assertThat(wrong("--cron", "61 * * * *")).contains("--cron", "61");
    assertThat(wrong("--every", "soon")).contains("--every", "soon");
    assertThat(wrong("--every", "5m", "--zone", "Mars")).contains("Mars");
    assertThat(wrong("--every", "5m", "--overlap", "never")).contains("--overlap");
    assertThat(wrong("--every", "5m", "--start", "tomorrow")).contains("--start");
    assertThat(wrong("--every", "5m", "--cron", "@daily")).contains("--cron");
    assertThat(wrong("--every", "5m", "--recipe", "r.json")).contains("either --type or --recipe");
    assertThat(wrong("--every", "5m", "-p", "a=b")).contains("--param is for --recipe");
    var both = terminal.run("schedules", "create", "x", "--every", "5m", "--recipe", "none.json");
    assertThat(both.exit()).isEqualTo(3);
    assertThat(both.err()).contains("none.json cannot be read");
  }

  @Test
  @Tag("C1")
  void lease_settings_that_break_their_rule_are_refused_at_start() {
    var said =
        new Terminal(folder, Map.of("TIDEMILL_CRON_LEASE", "10s", "TIDEMILL_CRON_RENEW", "5s"))
            .run("config", "check");
    assertThat(said.exit()).isEqualTo(2);
    assertThat(said.err()).contains("cron.renew < cron.lease / 2");
  }

  private String wrong(String... options) {
    var args = new String[options.length + 5];
    System.arraycopy(new String[] {"schedules", "create", "s", "--type", "noop"}, 0, args, 0, 5);
    System.arraycopy(options, 0, args, 5, options.length);
    var said = terminal.run(args);
    assertThat(said.exit()).as("%s", said.err()).isEqualTo(2);
    return said.err();
  }

  private Terminal.Said ok(String... args) {
    var all = new String[args.length + 1];
    all[0] = "schedules";
    System.arraycopy(args, 0, all, 1, args.length);
    Terminal.Said said = terminal.run(all);
    assertThat(said.exit()).as("%s", said.err()).isZero();
    return said;
  }
}
