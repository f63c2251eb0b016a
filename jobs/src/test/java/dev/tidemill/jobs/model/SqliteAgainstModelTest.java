package dev.tidemill.jobs.model;

import dev.tidemill.jobs.store.TestStores;

class SqliteAgainstModelTest extends StoreAgainstModel {
  SqliteAgainstModelTest() {
    super(TestStores::sqlite, 60);
  }
}
