package dev.tidemill.jobs.model;

import dev.tidemill.jobs.RunGateContract;
import dev.tidemill.jobs.StoreUnderTest;

class ModelRunGateTest extends RunGateContract {
  @Override
  protected StoreUnderTest openStore() {
    return new ModelStoreUnderTest(time);
  }
}
