package dev.tidemill.jobs.model;

import dev.tidemill.jobs.FleetContract;
import dev.tidemill.jobs.StoreUnderTest;

class ModelFleetTest extends FleetContract {
  @Override
  protected StoreUnderTest openStore() {
    return new ModelStoreUnderTest(time);
  }
}
