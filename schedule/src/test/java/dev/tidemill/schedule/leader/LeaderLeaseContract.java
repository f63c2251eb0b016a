package dev.tidemill.schedule.leader;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What every lease store promises. */
@Tag("C1")
public abstract class LeaderLeaseContract {
  private static final HolderId A = new HolderId("a");
  private static final HolderId B = new HolderId("b");

  /** A lease nobody holds; calls within one test give the same. */
  protected abstract LeaderLease lease();

  protected abstract Duration ttl();

  /** Lets time pass for the store. */
  protected abstract void pass(Duration time) throws InterruptedException;

  @Test
  void a_free_lease_is_given_and_a_held_one_is_not() {
    assertThat(lease().acquire(A)).isInstanceOf(LeaseAnswer.Held.class);
    assertThat(lease().acquire(B)).isInstanceOf(LeaseAnswer.Refused.class);
  }

  @Test
  void of_many_at_once_exactly_one_gets_it() throws Exception {
    var attempts =
        IntStream.range(0, 16)
            .<Callable<LeaseAnswer>>mapToObj(i -> () -> lease().acquire(new HolderId("n" + i)))
            .toList();
    var answers = new ArrayList<LeaseAnswer>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var answer : threads.invokeAll(attempts)) {
        answers.add(answer.get());
      }
    }
    assertThat(answers).filteredOn(LeaseAnswer.Held.class::isInstance).hasSize(1);
  }

  @Test
  void asking_again_for_what_one_holds_gives_the_same_term_and_a_full_time() throws Exception {
    Term term = held(lease().acquire(A));
    pass(ttl().multipliedBy(3).dividedBy(4));
    assertThat(held(lease().acquire(A))).isEqualTo(term);
    pass(ttl().multipliedBy(3).dividedBy(4));

    assertThat(lease().acquire(B)).isInstanceOf(LeaseAnswer.Refused.class);
  }

  @Test
  void renewing_keeps_the_term_and_gives_a_full_time() throws Exception {
    Term term = held(lease().acquire(A));
    for (int i = 0; i < 3; i++) {
      pass(ttl().multipliedBy(3).dividedBy(4));
      assertThat(held(lease().renew(A, term))).isEqualTo(term);
    }
    assertThat(lease().acquire(B)).isInstanceOf(LeaseAnswer.Refused.class);
  }

  @Test
  void when_its_time_is_over_the_next_gets_it_under_a_higher_term() throws Exception {
    Term first = held(lease().acquire(A));
    pass(ttl().plus(ttl().dividedBy(4)));
    Term second = held(lease().acquire(B));

    assertThat(second).isGreaterThan(first);
  }

  @Test
  void who_takes_it_again_after_its_time_gets_a_higher_term() throws Exception {
    Term first = held(lease().acquire(A));
    pass(ttl().plus(ttl().dividedBy(4)));

    assertThat(lease().renew(A, first)).isInstanceOf(LeaseAnswer.Refused.class);
    assertThat(held(lease().acquire(A))).isGreaterThan(first);
  }

  @Test
  void who_holds_it_again_cannot_renew_or_release_it_under_its_former_term() throws Exception {
    Term former = held(lease().acquire(A));
    pass(ttl().plus(ttl().dividedBy(4)));
    Term current = held(lease().acquire(A));

    assertThat(lease().renew(A, former)).isInstanceOf(LeaseAnswer.Refused.class);
    lease().release(A, former);
    assertThat(held(lease().renew(A, current))).isEqualTo(current);
  }

  @Test
  void a_former_holder_cannot_renew_and_does_not_prolong_anothers() throws Exception {
    Term former = held(lease().acquire(A));
    pass(ttl().plus(ttl().dividedBy(4)));
    Term current = held(lease().acquire(B));
    pass(ttl().multipliedBy(3).dividedBy(4));

    assertThat(lease().renew(A, former)).isInstanceOf(LeaseAnswer.Refused.class);
    assertThat(lease().renew(A, current)).isInstanceOf(LeaseAnswer.Refused.class);
    pass(ttl().dividedBy(2));
    assertThat(lease().renew(B, current)).isInstanceOf(LeaseAnswer.Refused.class);
  }

  @Test
  void a_release_frees_it_at_once_and_the_term_still_grows() {
    Term first = held(lease().acquire(A));
    lease().release(A, first);

    assertThat(lease().renew(A, first)).isInstanceOf(LeaseAnswer.Refused.class);
    assertThat(held(lease().acquire(B))).isGreaterThan(first);
  }

  @Test
  void who_does_not_hold_it_cannot_release_it() throws Exception {
    Term former = held(lease().acquire(A));
    pass(ttl().plus(ttl().dividedBy(4)));
    Term current = held(lease().acquire(B));

    for (var release : List.of(former, current)) {
      lease().release(A, release);
    }
    lease().release(B, former);

    assertThat(held(lease().renew(B, current))).isEqualTo(current);
  }

  @Test
  void releasing_twice_or_what_was_never_taken_does_nothing() {
    lease().release(A, new Term(1));
    Term first = held(lease().acquire(A));
    lease().release(A, first);
    Term second = held(lease().acquire(A));
    lease().release(A, first);

    assertThat(second).isGreaterThan(first);
    assertThat(held(lease().renew(A, second))).isEqualTo(second);
  }

  private static Term held(LeaseAnswer answer) {
    assertThat(answer).isInstanceOf(LeaseAnswer.Held.class);
    return ((LeaseAnswer.Held) answer).term();
  }
}
