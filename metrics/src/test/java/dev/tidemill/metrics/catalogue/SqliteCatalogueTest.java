package dev.tidemill.metrics.catalogue;

import dev.tidemill.jobs.store.StoreUrl;
import java.nio.file.Path;

class SqliteCatalogueTest extends CatalogueContract {
  @Override
  StoreUrl database(Path folder) {
    return StoreUrl.sqlite(folder.resolve("tidemill.db"));
  }
}
