package dev.tidemill.jobs.worker;

import dev.tidemill.jobs.store.StoreUrl;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.io.TempDir;

class SqliteJobWorkerTest extends JobWorkerContract {
  private final Path folder;

  SqliteJobWorkerTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Override
  StoreUrl newStore() {
    return StoreUrl.sqlite(folder.resolve(UUID.randomUUID() + ".db"));
  }
}
