package dev.tidemill.jobs.store;

import dev.tidemill.jobs.StoreTransitionsContract;
import dev.tidemill.jobs.StoreUnderTest;

class SqliteStoreTransitionsTest extends StoreTransitionsContract {
  @Override
  protected StoreUnderTest openStore() {
    return TestStores.sqlite(time);
  }
}
