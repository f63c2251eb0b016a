package dev.tidemill.jobs.store;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class SqliteDocumentsTest extends DocumentsContract {
  SqliteDocumentsTest(@TempDir Path folder) {
    super(StoreUrl.sqlite(folder.resolve("documents.db")));
  }
}
