package dev.tidemill.jobs.model;

import dev.tidemill.jobs.JobUpkeepContract;
import dev.tidemill.jobs.StoreUnderTest;

class ModelJobUpkeepTest extends JobUpkeepContract {
  @Override
  protected StoreUnderTest openStore() {
    return new ModelStoreUnderTest(time);
  }
}
