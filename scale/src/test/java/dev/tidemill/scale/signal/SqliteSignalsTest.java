package dev.tidemill.scale.signal;

import dev.tidemill.jobs.store.SqlStoreUnderTest;
import dev.tidemill.jobs.store.TestStores;

class SqliteSignalsTest extends SignalsContract {
  @Override
  protected SqlStoreUnderTest openSql() {
    return TestStores.sqlite(time);
  }
}
