package dev.tidemill.metrics.catalogue;

import dev.tidemill.jobs.store.StoreUrl;
import dev.tidemill.testkit.PostgresDatabase;
import dev.tidemill.testkit.Servers;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

class PostgresCatalogueTest extends CatalogueContract {
  private final PostgresDatabase database = Servers.newPostgresDatabase();

  PostgresCatalogueTest(@TempDir Path folder) {
    super(folder);
  }

  @Override
  StoreUrl database(Path folder) {
    return StoreUrl.parse(database.url());
  }

  @AfterEach
  void drop() {
    database.close();
  }
}
