package dev.tidemill.jobs.store;

import dev.tidemill.testkit.PostgresDatabase;
import dev.tidemill.testkit.Servers;

class PostgresMigrationsTest extends MigrationsContract {
  private final PostgresDatabase database = Servers.newPostgresDatabase();

  @Override
  StoreUrl database() {
    return StoreUrl.parse(database.url());
  }

  @Override
  void dropDatabase() {
    database.close();
  }
}
