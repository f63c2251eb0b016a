package dev.tidemill.scale.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemill.scale.AdapterId;
import dev.tidemill.scale.AdapterSupply;
import dev.tidemill.scale.CapabilitySet;
import dev.tidemill.scale.Reading;
import dev.tidemill.scale.ScalingAdvice;
import dev.tidemill.scale.ScalingSnapshot;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("S2")
class RulesPolicyTest {
  private final Map<String, Reading<Double>> answers = new HashMap<>();

  @Test
  void a_rule_that_holds_gives_more_than_the_work_needs_and_says_so() {
    answer("sum(up) > 3", 4);
    answer("ceil(users / 10)", 3);
    var line = only("when sum(up) > 3 then min = ceil(users / 10)", 0, 0);

    assertThat(line.desired()).isEqualTo(3);
    assertThat(line.reason()).contains("line 1: min 3 groups");
  }

  @Test
  void a_rule_that_does_not_hold_changes_nothing_even_if_its_size_is_unknown() {
    answer("night", 0);
    answers.put("size", new Reading.Unknown<>("no such metric"));

    assertThat(only("when night then desired = size", 0, 0).desired()).isZero();
  }

  @Test
  void a_rule_can_cap_and_set_the_size_within_the_bounds() {
    answer("1", 1);
    answer("2", 2);
    answer("1000", 1000);

    assertThat(only("when 1 then max = 2", 50, 0).desired()).isEqualTo(2);
    assertThat(only("when 1 then desired = 2", 0, 5).desired()).isEqualTo(2);
    assertThat(only("when 1 then min = 1000", 0, 0).desired()).isEqualTo(20);
  }

  @Test
  void a_query_that_cannot_be_answered_holds_the_size() {
    answers.put("q", new Reading.Unknown<>("the store is away"));
    answer("5", 5);
    var held = only("when q then min = 5", 0, 2);
    assertThat(held.desired()).isEqualTo(2);
    assertThat(held.reason()).startsWith("held").contains("line 1", "the store is away");

    answer("q", Double.NaN);
    assertThat(only("when q then min = 5", 0, 2).desired()).isEqualTo(2);
  }

  @Test
  void a_rule_for_a_set_nobody_has_asked_for_yet_starts_it() {
    answer("1", 1);
    var rules = Rules.parse("for gpu when 1 then min = 1");
    var gpu =
        new AdapterSupply(new AdapterId("a"), CapabilitySet.of("gpu"), 9, 1, false, List.of());
    ScalingAdvice advice = policy(rules).advise(new ScalingSnapshot(List.of(), List.of(gpu)));

    assertThat(advice.lines())
        .anySatisfy(
            line -> {
              assertThat(line.capabilities()).isEqualTo(CapabilitySet.of("gpu"));
              assertThat(line.desired()).isEqualTo(1);
            });
  }

  @Test
  void rules_are_read_with_their_lines() {
    var rules =
        Rules.parse(
            """
            # nights

            for gpu,linux when a{x="then min = 1"} > 2 then desired = b + 1
            """);

    assertThat(rules.rules())
        .containsExactly(
            new Rules.Rule(
                3,
                CapabilitySet.of("gpu", "linux"),
                "a{x=\"then min = 1\"} > 2",
                Rules.Limit.DESIRED,
                "b + 1"));
    assertThatThrownBy(() -> Rules.parse("when a then more")).hasMessageContaining("line 1");
  }

  private ScalingAdvice.Line only(String rules, int waiting, int groups) {
    var snapshot =
        new ScalingSnapshot(
            List.of(Snapshots.tasks(CapabilitySet.NONE, waiting, 0)),
            List.of(Snapshots.adapter(100, 1, groups)));
    return policy(Rules.parse(rules)).advise(snapshot).lines().getFirst();
  }

  private RulesPolicy policy(Rules rules) {
    return new RulesPolicy(
        TargetSettings.within(new GroupBounds(0, 20)),
        rules,
        query ->
            answers.getOrDefault(
                query, new Reading.Unknown<>("'%s' is not known".formatted(query))));
  }

  private void answer(String query, double value) {
    answers.put(query, Reading.of(value));
  }
}
