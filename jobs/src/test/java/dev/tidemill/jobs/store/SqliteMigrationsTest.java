package dev.tidemill.jobs.store;

import java.nio.file.Path;

class SqliteMigrationsTest extends MigrationsContract {
  private final Path folder = TestStores.newFolder();

  @Override
  StoreUrl database() {
    return StoreUrl.sqlite(folder.resolve("tidemill.db"));
  }

  @Override
  void dropDatabase() {
    TestStores.delete(folder);
  }
}
