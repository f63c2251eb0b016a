package dev.tidemill.jobs.store;

import dev.tidemill.jobs.JobUpkeepContract;
import dev.tidemill.jobs.StoreUnderTest;

class PostgresJobUpkeepTest extends JobUpkeepContract {
  @Override
  protected StoreUnderTest openStore() {
    return TestStores.postgres(time);
  }
}
