package dev.tidemill.jobs.store;

import dev.tidemill.testkit.PostgresDatabase;
import dev.tidemill.testkit.Servers;

class PostgresMigrationsTest extends MigrationsContract {
  private PostgresDatabase database;

  @Override
  StoreUrl newDatabase() {
    database = Servers.newPostgresDatabase();
    return StoreUrl.parse(database.url());
  }

  @Override
  void dropDatabase() {
    database.close();
  }
}
