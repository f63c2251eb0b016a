package dev.tidemill.schedule.leader;

import dev.tidemill.jobs.store.SqlStoreUnderTest;
import dev.tidemill.jobs.store.TestStores;

class PostgresLeaderLeaseTest extends StoreLeaderLeaseContract {
  @Override
  SqlStoreUnderTest openStore() {
    return TestStores.postgres(time);
  }
}
