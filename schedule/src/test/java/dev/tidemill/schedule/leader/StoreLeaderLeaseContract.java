package dev.tidemill.schedule.leader;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.core.time.SimulatedTime;
import dev.tidemill.jobs.Wakeups;
import dev.tidemill.jobs.store.SqlStoreUnderTest;
import dev.tidemill.jobs.store.StoreTransactions;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The lease on a row of a database whose clock the test moves. */
abstract class StoreLeaderLeaseContract extends LeaderLeaseContract {
  protected final SimulatedTime time = new SimulatedTime();
  private SqlStoreUnderTest store = openStore();

  abstract SqlStoreUnderTest openStore();

  @BeforeEach
  void empty() {
    store.wipe();
  }

  @AfterEach
  void close() {
    store.close();
  }

  private LeaderLease lease(String name) {
    return new StoreLeaderLease(
        new StoreTransactions(store.store(), Wakeups.NONE), name, LeaseSettings.DEFAULT);
  }

  @Override
  protected LeaderLease lease() {
    return lease("test");
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
  void leases_of_other_names_are_others() {
    assertThat(lease().acquire(new HolderId("a"))).isInstanceOf(LeaseAnswer.Held.class);
    assertThat(lease("other").acquire(new HolderId("b"))).isInstanceOf(LeaseAnswer.Held.class);
  }
}
