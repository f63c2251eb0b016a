package dev.tidemill.schedule.leader;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.core.state.TransitionCoverage;
import dev.tidemill.core.time.SimulatedTime;
import dev.tidemill.schedule.leader.ElectorAction.Acquire;
import dev.tidemill.schedule.leader.ElectorAction.BeginWork;
import dev.tidemill.schedule.leader.ElectorAction.EndWork;
import dev.tidemill.schedule.leader.ElectorAction.Release;
import dev.tidemill.schedule.leader.ElectorAction.Renew;
import dev.tidemill.schedule.leader.ElectorInput.Answered;
import dev.tidemill.schedule.leader.ElectorInput.Failed;
import dev.tidemill.schedule.leader.ElectorInput.Stop;
import dev.tidemill.schedule.leader.ElectorInput.Tick;
import dev.tidemill.schedule.leader.ElectorInput.WorkEnded;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("C1")
class ElectorTest {
  private static final TransitionCoverage<ElectorState, ElectorEvent> coverage =
      new TransitionCoverage<>(ElectorState.TABLE);
  private static final Term TERM = new Term(7);
  private static final LeaseAnswer HELD = new LeaseAnswer.Held(TERM);
  private static final LeaseAnswer REFUSED = new LeaseAnswer.Refused();

  private final Elector elector = new Elector(LeaseSettings.DEFAULT, coverage::record);

  @AfterAll
  static void every_transition_was_exercised() {
    coverage.assertComplete();
  }

  @Test
  void a_follower_asks_and_asks_again_after_a_refusal() {
    assertThat(at(0, new Tick())).containsExactly(new Acquire(1));
    assertThat(at(10, new Answered(1, REFUSED))).isEmpty();
    assertThat(elector.wake()).contains(Duration.ofMillis(410));
    assertThat(at(409, new Tick())).isEmpty();
    assertThat(at(410, new Tick())).containsExactly(new Acquire(2));
  }

  @Test
  void who_wins_works_and_trusts_from_the_start_of_its_request() {
    at(0, new Tick());
    assertThat(at(900, new Answered(1, HELD))).containsExactly(new BeginWork(TERM));
    assertThat(elector.state()).isEqualTo(ElectorState.LEADER);
    assertThat(elector.leadership()).contains(new Leadership(TERM, Duration.ofSeconds(10)));
  }

  @Test
  void a_leader_renews_and_trusts_longer() {
    lead();
    assertThat(elector.wake()).contains(Duration.ofSeconds(3));
    assertThat(at(3000, new Tick())).containsExactly(new Renew(2, TERM));
    assertThat(at(4000, new Answered(2, HELD))).isEmpty();
    assertThat(elector.leadership()).contains(new Leadership(TERM, Duration.ofSeconds(13)));
  }

  @Test
  void a_failed_or_unanswered_renewal_is_tried_again_soon() {
    lead();
    at(3000, new Tick());
    assertThat(at(3100, new Failed(2))).isEmpty();
    assertThat(at(3500, new Tick())).containsExactly(new Renew(3, TERM));
    assertThat(at(5000, new Tick())).isEmpty();
    assertThat(at(5400, new Tick())).containsExactly(new Renew(4, TERM));
  }

  @Test
  void an_answer_to_a_request_that_was_given_up_is_not_believed() {
    lead();
    at(3000, new Tick());
    at(4500, new Tick());
    at(4600, new Answered(2, HELD));

    assertThat(elector.leadership()).contains(new Leadership(TERM, Duration.ofSeconds(10)));
  }

  @Test
  void a_refused_renewal_ends_the_work_and_only_then_it_stands_again() {
    lead();
    at(3000, new Tick());
    assertThat(at(3010, new Answered(2, REFUSED))).containsExactly(new EndWork());
    assertThat(elector.leadership()).isEmpty();
    assertThat(elector.wake()).isEmpty();
    assertThat(at(60_000, new Tick())).isEmpty();
    assertThat(at(61_000, new WorkEnded())).containsExactly(new Acquire(3));
    assertThat(elector.state()).isEqualTo(ElectorState.FOLLOWER);
  }

  @Test
  void without_renewals_trust_ends_by_the_clock() {
    lead();
    at(3000, new Tick());
    assertThat(at(9_999, new Tick())).doesNotContain(new EndWork());
    assertThat(elector.wake()).contains(Duration.ofSeconds(10));
    assertThat(at(10_000, new Tick())).containsExactly(new EndWork());
    assertThat(elector.state()).isEqualTo(ElectorState.STEPPING_DOWN);
  }

  @Test
  void a_leader_that_is_stopped_keeps_the_lease_until_its_work_has_ended() {
    lead();
    assertThat(at(1000, new Stop())).containsExactly(new EndWork());
    assertThat(at(3000, new Tick())).containsExactly(new Renew(2, TERM));
    assertThat(at(3010, new Answered(2, HELD))).isEmpty();
    assertThat(at(4000, new WorkEnded())).containsExactly(new Release(TERM));
    assertThat(elector.state()).isEqualTo(ElectorState.STOPPED);
    assertThat(elector.leadership()).isEmpty();
    assertThat(elector.wake()).isEmpty();
  }

  @Test
  void a_leader_that_loses_the_lease_while_stopping_releases_nothing() {
    lead();
    at(1000, new Stop());
    assertThat(at(20_000, new Tick())).isEmpty();
    assertThat(at(21_000, new WorkEnded())).isEmpty();
    assertThat(elector.state()).isEqualTo(ElectorState.STOPPED);
  }

  @Test
  void one_that_steps_down_can_be_stopped() {
    lead();
    at(10_000, new Tick());
    assertThat(at(10_100, new Stop())).isEmpty();
    assertThat(at(10_200, new Stop())).isEmpty();
    assertThat(at(10_300, new WorkEnded())).isEmpty();
    assertThat(elector.state()).isEqualTo(ElectorState.STOPPED);
  }

  @Test
  void a_follower_that_is_stopped_gives_back_what_it_gets_too_late() {
    at(0, new Tick());
    assertThat(at(10, new Stop())).isEmpty();
    assertThat(at(20, new Answered(1, HELD))).containsExactly(new Release(TERM));
    assertThat(elector.state()).isEqualTo(ElectorState.STOPPED);
    assertThat(at(9999, new Tick())).isEmpty();
  }

  @Test
  void a_latch_forgets_by_the_clock_alone() {
    var time = new SimulatedTime();
    var latch = new LeaderLatch(time);
    lead();
    latch.set(elector.leadership());

    assertThat(latch.trusted()).contains(TERM);
    time.advance(Duration.ofSeconds(10));
    assertThat(latch.trusted()).isEmpty();
  }

  private void lead() {
    at(0, new Tick());
    at(10, new Answered(1, HELD));
  }

  private List<ElectorAction> at(long millis, ElectorInput input) {
    return elector.step(Duration.ofMillis(millis), input);
  }
}
