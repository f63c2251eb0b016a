package dev.tidemill.schedule.leader;

import dev.tidemill.jobs.store.SqlStoreUnderTest;
import dev.tidemill.jobs.store.TestStores;

class SqliteLeaderLeaseTest extends StoreLeaderLeaseContract {
  @Override
  SqlStoreUnderTest openStore() {
    return TestStores.sqlite(time);
  }
}
