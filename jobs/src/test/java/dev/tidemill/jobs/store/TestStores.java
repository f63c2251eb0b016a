package dev.tidemill.jobs.store;

import dev.tidemill.core.time.SimulatedTime;
import dev.tidemill.testkit.PostgresDatabase;
import dev.tidemill.testkit.Servers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A fresh database for one test class. */
public final class TestStores {
  private TestStores() {}

  public static SqlStoreUnderTest postgres(SimulatedTime time) {
    PostgresDatabase database = Servers.newPostgresDatabase();
    return new SqlStoreUnderTest(StoreUrl.parse(database.url()), time, database);
  }

  public static SqlStoreUnderTest sqlite(SimulatedTime time) {
    Path folder = newFolder();
    return new SqlStoreUnderTest(
        StoreUrl.sqlite(folder.resolve("tidemill.db")), time, () -> delete(folder));
  }

  static Path newFolder() {
    try {
      return Files.createTempDirectory("tidemill-store");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static void delete(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
