package dev.tidemill.jobs.store;

import dev.tidemill.jobs.JobUpkeepContract;
import dev.tidemill.jobs.StoreUnderTest;

class SqliteJobUpkeepTest extends JobUpkeepContract {
  @Override
  protected StoreUnderTest openStore() {
    return TestStores.sqlite(time);
  }
}
