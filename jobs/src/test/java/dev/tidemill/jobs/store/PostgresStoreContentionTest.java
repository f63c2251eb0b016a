package dev.tidemill.jobs.store;

import dev.tidemill.jobs.StoreContentionContract;
import dev.tidemill.jobs.StoreUnderTest;

class PostgresStoreContentionTest extends StoreContentionContract {
  @Override
  protected StoreUnderTest openStore() {
    return TestStores.postgres(time);
  }
}
