package dev.tidemill.jobs.store;

import dev.tidemill.jobs.FleetContract;
import dev.tidemill.jobs.StoreUnderTest;

class SqliteFleetTest extends FleetContract {
  @Override
  protected StoreUnderTest openStore() {
    return TestStores.sqlite(time);
  }
}
