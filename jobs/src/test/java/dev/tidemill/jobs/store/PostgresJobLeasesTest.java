package dev.tidemill.jobs.store;

import dev.tidemill.jobs.JobLeasesContract;
import dev.tidemill.jobs.StoreUnderTest;

class PostgresJobLeasesTest extends JobLeasesContract {
  @Override
  protected StoreUnderTest openStore() {
    return TestStores.postgres(time);
  }
}
