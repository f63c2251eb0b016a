package dev.tidemill.jobs.model;

import dev.tidemill.jobs.JobIntakeContract;
import dev.tidemill.jobs.StoreUnderTest;

class ModelJobIntakeTest extends JobIntakeContract {
  @Override
  protected StoreUnderTest openStore() {
    return new ModelStoreUnderTest(time);
  }
}
