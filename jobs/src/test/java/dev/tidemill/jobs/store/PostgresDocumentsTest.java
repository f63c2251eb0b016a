package dev.tidemill.jobs.store;

import dev.tidemill.testkit.Servers;

class PostgresDocumentsTest extends DocumentsContract {
  PostgresDocumentsTest() {
    super(StoreUrl.parse(Servers.newPostgresDatabase().url()));
  }
}
