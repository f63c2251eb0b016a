package dev.tidemill.jobs.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("Q10")
class SqliteReadersTest {
  private static final String INSERT =
      "INSERT INTO segment_commits (tenant, last) VALUES ('default', 1)";

  @Test
  void a_reader_waits_for_no_writer_and_sees_what_was_committed_last(@TempDir Path folder) {
    try (Store store = open(folder)) {
      store.inTransaction(
          handle -> {
            handle.execute(INSERT);
            assertThat(store.reading(SqliteReadersTest::commits)).isZero();
            return true;
          });
      assertThat(store.reading(SqliteReadersTest::commits)).isEqualTo(1);
    }
  }

  @Test
  void a_reader_cannot_write(@TempDir Path folder) {
    try (Store store = open(folder)) {
      assertThatThrownBy(() -> store.reading(handle -> handle.execute(INSERT)))
          .rootCause()
          .hasMessageContaining("readonly");
      assertThat(store.reading(SqliteReadersTest::commits)).isZero();
    }
  }

  private static Store open(Path folder) {
    Store store =
        Store.open(StoreUrl.sqlite(folder.resolve("tidemill.db")), StoreClock.DATABASE, 4);
    new Migrations(store).migrate();
    return store;
  }

  private static int commits(Handle handle) {
    return handle.createQuery("SELECT count(*) FROM segment_commits").mapTo(Integer.class).one();
  }
}
