package dev.tidemill.jobs.store;

import dev.tidemill.jobs.StoreUnderTest;

class PostgresOutputSweepTest extends OutputSweepContract {
  @Override
  protected StoreUnderTest openStore() {
    return TestStores.postgres(time);
  }
}
