package dev.tidemill.jobs.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.core.job.JobType;
import dev.tidemill.core.job.Queue;
import dev.tidemill.jobs.ClaimRequest;
import dev.tidemill.jobs.JobSpec;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("J13")
class LanesTest {
  private static final JobType TYPE = JobType.of("noop");
  private static final int NORMAL = JobSpec.NORMAL_PRIORITY;
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final Lanes lanes = new Lanes();
  private final Lanes.View view = lanes.view(request(Set.of()));

  @Test
  void a_claim_begins_where_the_last_one_ended() {
    view.claimed(TYPE, NORMAL, 70, 7);
    view.claimed(TYPE, NORMAL, 60, 9);
    assertThat(starts()).containsExactly(70L);
  }

  @Test
  void what_lies_behind_is_claimed_from_there_once() {
    view.claimed(TYPE, NORMAL, 70, 7);
    assertThat(view.first(lane(), 50, 5)).isTrue();
    List<Lanes.Lane> begun = view.lanes(false);
    assertThat(begun).hasSize(1);
    assertThat(begun.getFirst().afterId()).isEqualTo(4);
    view.claimed(TYPE, NORMAL, 50, 5);
    view.claimedFrom(begun);
    assertThat(starts()).containsExactly(70L);
  }

  @Test
  void a_claim_that_was_under_way_does_not_hide_what_was_found_meanwhile() {
    view.claimed(TYPE, NORMAL, 70, 7);
    List<Lanes.Lane> underWay = view.lanes(false);
    view.first(lane(), 50, 5);
    view.claimed(TYPE, NORMAL, 80, 8);
    view.claimedFrom(underWay);
    assertThat(starts()).containsExactly(50L);
  }

  @Test
  void what_lies_ahead_is_no_news() {
    view.claimed(TYPE, NORMAL, 70, 7);
    assertThat(view.first(lane(), 70, 8)).isFalse();
    assertThat(view.first(lane(), 90, 1)).isFalse();
    assertThat(starts()).containsExactly(70L);
  }

  @Test
  void workers_of_another_kind_begin_elsewhere() {
    view.claimed(TYPE, NORMAL, 70, 7);
    assertThat(lanes.view(request(Set.of("gpu"))).lanes(false).getFirst().afterAt())
        .isEqualTo(Long.MIN_VALUE);
  }

  @Test
  void a_look_at_everything_leaves_the_claims_once_it_is_costly_and_comes_back_when_it_is_not() {
    assertThat(view.isCheap()).isTrue();
    view.looked(Duration.ZERO, SECOND);
    assertThat(view.isCheap()).isFalse();
    assertThat(view.fullIsDue(SECOND.multipliedBy(20), false)).isFalse();
    assertThat(view.fullIsDue(SECOND.multipliedBy(21), false)).isTrue();
    assertThat(view.beginLookBeside()).isTrue();
    assertThat(view.beginLookBeside()).isFalse();
    view.lookedBeside(SECOND, SECOND.plusMillis(1));
    assertThat(view.isCheap()).isTrue();
    assertThat(view.beginLookBeside()).isTrue();
  }

  private Lanes.Lane lane() {
    return view.lanes(true).getFirst();
  }

  private List<Long> starts() {
    return view.lanes(false).stream().map(Lanes.Lane::afterAt).toList();
  }

  private static ClaimRequest request(Set<String> capabilities) {
    return new ClaimRequest(Queue.EXEC, 1, Set.of(TYPE), capabilities);
  }
}
