package dev.tidemill.jobs.store;

import dev.tidemill.jobs.RunGateContract;
import dev.tidemill.jobs.StoreUnderTest;

class SqliteRunGateTest extends RunGateContract {
  @Override
  protected StoreUnderTest openStore() {
    return TestStores.sqlite(time);
  }
}
