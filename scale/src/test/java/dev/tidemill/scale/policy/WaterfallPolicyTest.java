package dev.tidemill.scale.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemill.scale.AdapterId;
import dev.tidemill.scale.AdapterSupply;
import dev.tidemill.scale.CapabilitySet;
import dev.tidemill.scale.GroupId;
import dev.tidemill.scale.GroupState;
import dev.tidemill.scale.GroupSupply;
import dev.tidemill.scale.ScalingAdvice;
import dev.tidemill.scale.ScalingAdvice.Line;
import dev.tidemill.scale.ScalingSnapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("S2")
class WaterfallPolicyTest {
  private static final String RULES =
      """
      # our own machines first
      1, own, 4

      2, cloud
      """;

  private final WaterfallPolicy policy =
      new WaterfallPolicy(TargetSettings.within(new GroupBounds(0, 100)), Tiers.parse(RULES));

  @Test
  void a_tier_is_filled_to_its_cap_before_the_next_gets_any() {
    assertThat(sizes(advise(3, adapter("cloud", 0, 0), adapter("own", 0, 0))))
        .containsExactly("own=3", "cloud=0");
    assertThat(sizes(advise(9, adapter("cloud", 0, 0), adapter("own", 0, 0))))
        .containsExactly("own=4", "cloud=5");
  }

  @Test
  void the_last_tier_is_emptied_first_even_while_others_are_idle() {
    var advice = advise(4, adapter("cloud", 3, 3), adapter("own", 4, 0));

    assertThat(sizes(advice)).containsExactly("own=4", "cloud=0");
    assertThat(advice.lines()).extracting(line -> line.victims().size()).containsExactly(0, 3);
  }

  @Test
  void an_adapter_in_no_tier_keeps_what_it_has_and_is_told_why() {
    var advice = advise(0, adapter("other", 2, 0));

    assertThat(sizes(advice)).containsExactly("other=2");
    assertThat(advice.lines().getFirst().reason())
        .isEqualTo("held, because the adapter is in no tier");
  }

  @Test
  void rules_that_make_no_sense_are_refused_with_their_line() {
    assertThatThrownBy(() -> Tiers.parse("1,a\nx,b")).hasMessageContaining("line 2");
    assertThatThrownBy(() -> Tiers.parse("1,a,2,3")).hasMessageContaining("line 1");
    assertThatThrownBy(() -> Tiers.parse("1,")).hasMessageContaining("line 1");
    assertThatThrownBy(() -> Tiers.parse("1,a\n2,a")).hasMessageContaining("two tiers");
    assertThatThrownBy(() -> Tiers.parse("# nothing")).hasMessageContaining("no tier");
  }

  private ScalingAdvice advise(int waiting, AdapterSupply... adapters) {
    var demand = Snapshots.paced(CapabilitySet.NONE, waiting, 0, Duration.ofHours(1), 0);
    return policy.advise(new ScalingSnapshot(List.of(demand), List.of(adapters)));
  }

  private static List<String> sizes(ScalingAdvice advice) {
    return advice.lines().stream().map(WaterfallPolicyTest::size).toList();
  }

  private static String size(Line line) {
    return line.adapter() + "=" + line.desired();
  }

  private static AdapterSupply adapter(String id, int groups, int busy) {
    List<GroupSupply> list = new ArrayList<>();
    for (int i = 0; i < groups; i++) {
      int work = i < busy ? 1 : 0;
      list.add(
          new GroupSupply(
              new GroupId(id + i), CapabilitySet.NONE, GroupState.RUNNING, 1 - work, work));
    }
    return new AdapterSupply(new AdapterId(id), CapabilitySet.NONE, 50, 1, false, list);
  }
}
