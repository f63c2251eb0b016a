package dev.tidemill.promql.testlang;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.promql.series.MemorySeries;
import dev.tidemill.promql.syntax.Query;
import dev.tidemill.promql.testlang.CaseResult.Outcome;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The judge judged: a wrong expectation of any kind does not pass. */
@Tag("Q1")
class ScriptRunnerTest {
  private static final String DATA =
      """
      load 10s
        m{a="1"} 1 2 _ 4
        m{a="2"} 1+10x3
        mixed 1 {{schema:0 sum:1 count:1}} 3
        rate_me 1 2 3

      """;

  @Test
  void what_is_right_passes() {
    assertPasses("eval instant at 10s m\n  m{a=\"1\"} 2\n  m{a=\"2\"} 11");
    assertPasses("eval range from 0 to 30s step 10s m{a=\"1\"}\n  m{a=\"1\"} 1 2 2 4");
    assertPasses("eval instant at 0 1 / 3\n  0.3333333");
    assertPasses("eval instant at 0 \"x\"\n  expect string \"x\"");
    assertPasses("eval instant at 0 nothing");
    assertPasses("eval_fail instant at 0 m + on () m");
    assertPasses(
        "eval instant at 20s m[10s]\n  expect range vector from 20s to 20s step 10s\n"
            + "  m{a=\"2\"} 21");
    assertPasses("eval instant at 20s rate(rate_me[30s])\n  expect info\n  {} 0.1");
  }

  @Test
  void what_is_wrong_does_not() {
    assertFails("eval instant at 10s m\n  m{a=\"1\"} 2", "unexpected");
    assertFails("eval instant at 10s m{a=\"1\"}\n  m{a=\"1\"} 2\n  m{a=\"3\"} 2", "missing");
    assertFails("eval instant at 10s m{a=\"1\"}\n  m{a=\"1\"} 2.00001", "expected");
    assertFails("eval range from 0 to 30s step 10s m{a=\"1\"}\n  m{a=\"1\"} 1 2 _ 4", "expected");
    assertFails("eval range from 0 to 30s step 10s m{a=\"1\"}\n  m{a=\"1\"} 1 2 2", "expected");
    assertFails("eval instant at 0 m{a=\"1\"}\n  1", "expected a scalar");
    assertFails("eval instant at 0 1\n  {} 1", "expected no scalar");
    assertFails("eval instant at 0 \"x\"\n  expect string \"y\"", "expected the text");
    assertFails(
        "eval instant at 0 sort_desc(m * 0)\n  expect ordered\n  {a=\"2\"} 0\n  {a=\"1\"} 0",
        "is number");
    assertFails("eval instant at 0 1 +", "parse error");
    assertFails("evaluate this", "no eval command");
    assertFails("nonsense", "invalid command");
  }

  @Test
  void failures_and_annotations_are_compared() {
    assertFails("eval instant at 0 1\n  expect fail\n  1", "expected a failure");
    assertFails("eval instant at 0 m + on () m\n  expect fail msg: other", "expected");
    assertFails("eval instant at 0 m + on () m\n  expect fail regex: oth.r", "expected");
    assertFails("eval_fail instant at 0 m + on () m\n  expected_fail_message other", "expected");
    assertFails("eval instant at 0 m + on () m", "failed");
    assertFails("eval instant at 20s rate(rate_me[30s])\n  expect no_info\n  {} 0.1", "unexpected");
    assertFails("eval instant at 20s rate(rate_me[30s])\n  expect warn\n  {} 0.1", "expected");
    assertFails(
        "eval instant at 20s rate(rate_me[30s])\n  expect info msg: other\n  {} 0.1", "expected");
  }

  @Test
  void what_reads_no_float_is_skipped_and_what_does_is_not() {
    assertThat(only("eval instant at 10s mixed\n  mixed 1").outcome()).isEqualTo(Outcome.SKIPPED);
    assertThat(only("eval instant at 10s mixed\n  mixed 1").reason()).isEqualTo("native histogram");
    assertThat(only("eval instant at 0 m\n  m {{count:1}}").outcome()).isEqualTo(Outcome.SKIPPED);
    assertThat(only("eval instant at 0 info(m)").reason()).contains("info");
    assertPasses("eval instant at 0 mixed\n  mixed 1");
  }

  /** Right at the moment, but only there: the other ways it is tried must notice. */
  @Test
  void a_case_is_tried_at_other_times_and_as_a_range() {
    CaseResult pinned = only("eval instant at 0 m{a=\"1\"} * 0 + time()\n  {a=\"1\"} 0");
    assertThat(pinned.outcome()).isEqualTo(Outcome.PASSED);
    List<Variants> variants = Variants.of(Query.parse("sum(m offset 5s)"), 10_000);
    assertThat(variants)
        .extracting(Variants::query)
        .contains("sum(m offset 5s)", "sum(m @ 10.000 offset 5s)");
    assertThat(variants)
        .extracting(Variants::timestamp)
        .containsExactly(10_000L, -100_000L, 0L, 2_000L, 10_000L, 100_000L);
  }

  private static void assertPasses(String command) {
    assertThat(only(command)).extracting(CaseResult::outcome).isEqualTo(Outcome.PASSED);
  }

  private static void assertFails(String command, String why) {
    CaseResult result = only(command);
    assertThat(result.outcome()).as(command).isEqualTo(Outcome.FAILED);
    assertThat(result.reason()).contains(why);
  }

  private static CaseResult only(String command) {
    List<CaseResult> results = new ScriptRunner(MemorySeries::new).run(DATA + command + "\n");
    assertThat(results).hasSize(1);
    return results.getFirst();
  }
}
