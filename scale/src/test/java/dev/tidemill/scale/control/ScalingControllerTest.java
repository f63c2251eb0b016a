package dev.tidemill.scale.control;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.scale.AdapterId;
import dev.tidemill.scale.CapabilitySet;
import dev.tidemill.scale.Demand;
import dev.tidemill.scale.GroupId;
import dev.tidemill.scale.GroupState;
import dev.tidemill.scale.Reading;
import dev.tidemill.scale.ScalingPolicy;
import dev.tidemill.scale.control.ControlEvent.Real;
import dev.tidemill.scale.policy.FixedPolicy;
import dev.tidemill.scale.policy.GroupBounds;
import dev.tidemill.scale.policy.TargetPolicy;
import dev.tidemill.scale.policy.TargetSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("S3")
class ScalingControllerTest {
  private static final GroupBounds ANY = new GroupBounds(0, 100);
  private static final long TERM = 5;

  private ControlState state = ControlState.beginning(TERM);
  private int second;
  private List<ControlEffect> effects = List.of();

  @Test
  void an_adapter_is_wished_nothing_before_it_has_told_what_it_has() {
    hello("s1", "a");
    round(fixed(2));

    assertThat(echoes()).isEmpty();
  }

  @Test
  void an_echo_carries_all_wishes_under_a_generation_of_the_term() {
    connected(fixed(2));
    round(fixed(2));

    assertThat(echoes()).hasSize(1);
    assertThat(wishes()).containsExactly("g-5-1 RUN", "g-5-2 RUN");
    assertThat(echoes().getFirst().wishes().generation() >>> 32).isEqualTo(TERM);
    heartbeat(fixed(2), starting("g-5-1"), starting("g-5-2"));
    assertThat(wishes()).containsExactly("g-5-1 RUN", "g-5-2 RUN");
  }

  @Test
  void what_was_asked_for_counts_as_supply_until_it_shows() {
    connected(fixed(2));
    for (int i = 0; i < 4; i++) {
      round(fixed(2));
      second += 5;
      heartbeat(fixed(2));
    }

    assertThat(wishes()).containsExactly("g-5-1 RUN", "g-5-2 RUN");
  }

  @Test
  void a_start_that_does_not_show_is_given_up_and_asked_for_later_under_another_name() {
    connected(fixed(1));
    round(fixed(1));
    second += 31;
    heartbeat(fixed(1));
    assertThat(wishes()).containsExactly("g-5-1 GONE");

    round(fixed(1));
    heartbeat(fixed(1));
    assertThat(wishes()).as("pausing").containsExactly("g-5-1 GONE");
    second += 6;
    heartbeat(fixed(1));
    round(fixed(1));
    assertThat(wishes()).containsExactly("g-5-1 GONE", "g-5-2 RUN");
  }

  @Test
  void each_failure_doubles_the_pause_and_a_success_ends_it() {
    connected(fixed(1));
    List<Integer> pauses = new ArrayList<>();
    for (int i = 1; i <= 4; i++) {
      int from = second;
      while (!wishes().contains("g-5-%d RUN".formatted(i))) {
        second++;
        heartbeat(fixed(1));
        round(fixed(1));
        heartbeat(fixed(1));
      }
      pauses.add(second - from);
      heartbeat(fixed(1), failed("g-5-" + i));
    }

    assertThat(pauses).isEqualTo(Arrays.asList(1, 5, 10, 20));
    second += 40;
    heartbeat(fixed(1));
    round(fixed(1));
    heartbeat(fixed(1), running("g-5-5"));
    heartbeat(fixed(1), failed("g-5-5"));
    second += 5;
    heartbeat(fixed(1));
    round(fixed(1));
    assertThat(wishes()).contains("g-5-6 RUN");
  }

  @Test
  void what_a_former_controller_started_is_adopted() {
    hello("s1", "a");
    heartbeat(fixed(2), running("old-1"), draining("old-2"), failed("old-3"));

    assertThat(wishes()).containsExactly("old-1 RUN", "old-2 DRAIN", "old-3 GONE");
  }

  @Test
  void who_drains_is_kept_before_another_is_started() {
    hello("s1", "a");
    heartbeat(fixed(2), running("old-1"), draining("old-2"));
    round(fixed(2));

    assertThat(wishes()).containsExactly("old-1 RUN", "old-2 RUN");
  }

  @Test
  void surplus_is_asked_to_drain_and_forgotten_when_it_has_ended() {
    hello("s1", "a");
    heartbeat(fixed(1), running("x"), running("y"));
    round(fixed(1));
    assertThat(wishes()).containsExactly("x DRAIN", "y RUN");

    heartbeat(fixed(1), draining("x"), running("y"));
    assertThat(wishes()).containsExactly("x DRAIN", "y RUN");
    heartbeat(fixed(1), gone("x"), running("y"));
    assertThat(wishes()).containsExactly("x GONE", "y RUN");
    second += 301;
    heartbeat(fixed(1), running("y"));
    assertThat(wishes()).containsExactly("y RUN");
  }

  @Test
  void a_late_message_does_not_bring_back_what_has_ended() {
    hello("s1", "a");
    heartbeat(fixed(0), running("x"));
    round(fixed(0));
    heartbeat(fixed(0), gone("x"));
    heartbeat(fixed(0));
    heartbeat(fixed(0), running("x"));

    assertThat(wishes()).containsExactly("x GONE");
  }

  @Test
  void a_silent_adapter_is_held() {
    hello("s1", "a");
    heartbeat(fixed(2), running("x"), running("y"));
    second += 11;
    round(fixed(0));

    assertThat(echoes()).isEmpty();
    assertThat(decision().advice().lines())
        .extracting(line -> line.desired() + " " + line.reason())
        .containsExactly("2 held, because the adapter is silent");
  }

  @Test
  void a_second_adapter_of_the_same_id_is_refused_while_the_first_lives() {
    connected(fixed(0));
    hello("s2", "a");
    assertThat(effects).singleElement().isInstanceOf(ControlEffect.Refuse.class);

    second += 11;
    hello("s2", "a");
    assertThat(effects).isEmpty();
  }

  @Test
  void an_adapter_whose_connection_ended_may_come_back_at_once() {
    connected(fixed(0));
    step(fixed(0), new ControlEvent.Disconnected("s1"));
    hello("s2", "a");

    assertThat(effects).isEmpty();
    step(fixed(0), new ControlEvent.Heartbeat("s1", 0, List.of(running("ghost"))));
    assertThat(effects).as("the old connection is not listened to").isEmpty();
  }

  @Test
  void a_controller_that_hears_of_a_later_term_does_nothing_more() {
    connected(fixed(1));
    step(fixed(1), new ControlEvent.Heartbeat("s1", (TERM + 1) << 32, List.of()));
    assertThat(effects).containsExactly(new ControlEffect.Fenced(TERM + 1));

    round(fixed(1));
    assertThat(effects).isEmpty();
  }

  @Test
  void what_still_drains_takes_room() {
    hello("s1", "a");
    Real[] many = new Real[10];
    for (int i = 0; i < 10; i++) {
      many[i] = new Real(new GroupId("x" + i), CapabilitySet.of("gpu"), GroupState.DRAINING, "");
    }
    heartbeat(target(), many);
    step(target(), new ControlEvent.Round(List.of(demand(3)), Map.of(), Map.of()));

    assertThat(wishes()).noneMatch(wish -> wish.endsWith("RUN"));
  }

  @Test
  @Tag("S6")
  void a_decision_is_replayed_and_told_in_words() {
    connected(target());
    step(target(), new ControlEvent.Round(List.of(demand(3)), Map.of(), Map.of()));
    Decision decision = decision();

    assertThat(decision.replays(target())).isTrue();
    assertThat(decision.replays(fixed(1))).isFalse();
    assertThat(decision.explain())
        .contains("decision 5.1 at 1970-01-01T00:00:00Z by target")
        .contains("a: 0 -> 3 groups")
        .contains("because 3 waiting and 0 running")
        .contains("start g-5-1 on a");
  }

  @Test
  @Tag("S6")
  void what_happened_between_is_in_the_next_decision() {
    connected(fixed(1));
    round(fixed(1));
    heartbeat(fixed(1), failed("g-5-1"));
    round(fixed(1));

    assertThat(decision().notes())
        .containsExactly("a: g-5-1 failed: no memory; starts again in 5 s");
    round(fixed(1));
    assertThat(decision().notes()).isEmpty();
  }

  private static ScalingPolicy fixed(int groups) {
    return new FixedPolicy(groups, ANY);
  }

  private static ScalingPolicy target() {
    return new TargetPolicy(TargetSettings.within(ANY));
  }

  private void connected(ScalingPolicy policy) {
    hello("s1", "a");
    heartbeat(policy);
  }

  private void hello(String session, String id) {
    var facts = new ControlEvent.Adapter(new AdapterId(id), CapabilitySet.of("gpu"), 10, 1);
    step(fixed(0), new ControlEvent.Hello(session, facts));
  }

  private void heartbeat(ScalingPolicy policy, Real... groups) {
    step(policy, new ControlEvent.Heartbeat("s1", state.generation(), List.of(groups)));
  }

  private void round(ScalingPolicy policy) {
    step(policy, new ControlEvent.Round(List.of(), Map.of(), Map.of()));
  }

  private void step(ScalingPolicy policy, ControlEvent event) {
    var controller = new ScalingController(policy, ControlSettings.DEFAULT);
    var step = controller.step(state, event, Instant.EPOCH.plusSeconds(second));
    state = step.state();
    effects = step.effects();
  }

  private List<ControlEffect.Echo> echoes() {
    return effects.stream()
        .filter(ControlEffect.Echo.class::isInstance)
        .map(ControlEffect.Echo.class::cast)
        .toList();
  }

  private Decision decision() {
    return effects.stream()
        .filter(ControlEffect.Decided.class::isInstance)
        .map(effect -> ((ControlEffect.Decided) effect).decision())
        .findFirst()
        .orElseThrow();
  }

  private List<String> wishes() {
    return requireNonNull(state.adapters().get(new AdapterId("a"))).wishes(0).groups().stream()
        .map(group -> group.id() + " " + group.wish())
        .toList();
  }

  private static Demand demand(int waiting) {
    Reading<Integer> none = Reading.of(0);
    Reading<Duration> zero = Reading.of(Duration.ZERO);
    var pace = new Demand.Pace(Reading.of(Duration.ofHours(1)), Reading.of(0.0));
    return new Demand(
        CapabilitySet.NONE, Reading.of(waiting), none, zero, none, none, zero, none, pace);
  }

  private static Real starting(String id) {
    return real(id, GroupState.STARTING);
  }

  private static Real running(String id) {
    return real(id, GroupState.RUNNING);
  }

  private static Real draining(String id) {
    return real(id, GroupState.DRAINING);
  }

  private static Real gone(String id) {
    return real(id, GroupState.GONE);
  }

  private static Real failed(String id) {
    return new Real(new GroupId(id), CapabilitySet.NONE, GroupState.FAILED, "no memory");
  }

  private static Real real(String id, GroupState state) {
    return new Real(new GroupId(id), CapabilitySet.NONE, state, "");
  }
}
