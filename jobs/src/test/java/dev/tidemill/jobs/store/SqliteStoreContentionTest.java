package dev.tidemill.jobs.store;

import dev.tidemill.jobs.StoreContentionContract;
import dev.tidemill.jobs.StoreUnderTest;

class SqliteStoreContentionTest extends StoreContentionContract {
  @Override
  protected StoreUnderTest openStore() {
    return TestStores.sqlite(time);
  }
}
