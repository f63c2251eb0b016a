package dev.tidemill.schedule.leader;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.core.time.SimulatedTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LocalLeaderLeaseTest extends LeaderLeaseContract {
  private final SimulatedTime time = new SimulatedTime();
  private final LeaderLease lease = new LocalLeaderLease(LeaseSettings.DEFAULT, time);

  @Override
  protected LeaderLease lease() {
    return lease;
  }

  @Override
  protected Duration ttl() {
    return LeaseSettings.DEFAULT.ttl();
  }

  @Override
  protected void pass(Duration duration) {
    time.advance(duration);
  }

  @Test
  void a_wall_clock_that_jumps_frees_nothing() {
    lease.acquire(new HolderId("a"));
    time.jumpWallClock(Duration.ofDays(1));

    assertThat(lease.acquire(new HolderId("b"))).isInstanceOf(LeaseAnswer.Refused.class);
  }

  @Test
  void it_is_held_for_exactly_its_time() {
    lease.acquire(new HolderId("a"));
    time.advance(ttl().minusNanos(1));
    assertThat(lease.acquire(new HolderId("b"))).isInstanceOf(LeaseAnswer.Refused.class);
    time.advance(Duration.ofNanos(1));
    assertThat(lease.acquire(new HolderId("b"))).isInstanceOf(LeaseAnswer.Held.class);
  }
}
