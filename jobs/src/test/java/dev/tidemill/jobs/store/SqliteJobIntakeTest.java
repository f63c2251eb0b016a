package dev.tidemill.jobs.store;

import dev.tidemill.jobs.JobIntakeContract;
import dev.tidemill.jobs.StoreUnderTest;

class SqliteJobIntakeTest extends JobIntakeContract {
  @Override
  protected StoreUnderTest openStore() {
    return TestStores.sqlite(time);
  }
}
