package dev.tidemill.metrics.catalogue;

import dev.tidemill.jobs.store.StoreUrl;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class SqliteCatalogueTest extends CatalogueContract {
  SqliteCatalogueTest(@TempDir Path folder) {
    super(folder);
  }

  @Override
  StoreUrl database(Path folder) {
    return StoreUrl.sqlite(folder.resolve("tidemill.db"));
  }
}
