package dev.tidemill.jobs.store;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class SqliteMigrationsTest extends MigrationsContract {
  @TempDir private Path folder;

  @Override
  StoreUrl newDatabase() {
    return StoreUrl.sqlite(folder.resolve("tidemill.db"));
  }

  @Override
  void dropDatabase() {}
}
