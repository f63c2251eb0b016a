package dev.tidemill.jobs.model;

import dev.tidemill.jobs.store.TestStores;

class PostgresAgainstModelTest extends StoreAgainstModel {
  PostgresAgainstModelTest() {
    super(TestStores::postgres, 20);
  }
}
