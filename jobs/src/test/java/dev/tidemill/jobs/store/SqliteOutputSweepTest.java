package dev.tidemill.jobs.store;

import dev.tidemill.jobs.StoreUnderTest;

class SqliteOutputSweepTest extends OutputSweepContract {
  @Override
  protected StoreUnderTest openStore() {
    return TestStores.sqlite(time);
  }
}
