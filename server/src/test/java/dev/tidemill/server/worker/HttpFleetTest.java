package dev.tidemill.server.worker;

import dev.tidemill.jobs.FleetContract;
import dev.tidemill.jobs.StoreUnderTest;

class HttpFleetTest extends FleetContract {
  @Override
  protected StoreUnderTest openStore() {
    return new HttpStoreUnderTest(time);
  }
}
