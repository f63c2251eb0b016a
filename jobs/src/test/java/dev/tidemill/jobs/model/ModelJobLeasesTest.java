package dev.tidemill.jobs.model;

import dev.tidemill.jobs.JobLeasesContract;
import dev.tidemill.jobs.StoreUnderTest;

class ModelJobLeasesTest extends JobLeasesContract {
  @Override
  protected StoreUnderTest openStore() {
    return new ModelStoreUnderTest(time);
  }
}
