package dev.tidemill.sources.mariadb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.sources.Chunk;
import dev.tidemill.sources.Credential;
import dev.tidemill.sources.SourceError;
import dev.tidemill.sources.SourceRequest;
import dev.tidemill.sources.proof.RowHash;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Values that are too long do not leave the server. */
@Tag("R8")
class MariaGuardTest {
  private static final int MOST = 1 << 20;

  private static MariaDatabase database;

  @BeforeAll
  static void create() {
    database = MariaDatabase.create();
  }

  @AfterAll
  static void drop() {
    database.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"longtext", "longblob", "mediumtext", "mediumblob"})
  void a_value_that_is_too_long_stays_at_the_server(String type) {
    database.execute(
        "DROP TABLE IF EXISTS t",
        "CREATE TABLE t (n int, v " + type + ")",
        "INSERT INTO t VALUES (1, REPEAT('x', %d)), (2, NULL), (3, REPEAT('y', 12000000))"
            .formatted(MOST));
    long before = allocated();
    assertThatThrownBy(() -> hash("t", MOST))
        .isInstanceOfSatisfying(
            TidemillException.class,
            e -> {
              assertThat(e.code()).isEqualTo(SourceError.SOURCE_VALUE_UNSUPPORTED);
              assertThat(e.problem().message())
                  .isEqualTo("column v has a value of 12,000,000 bytes in row 3 of the part");
            });
    assertThat(allocated() - before).as("bytes taken by this thread").isLessThan(11_000_000);
    assertThat(hash("t", 12_000_000).rows()).isEqualTo(3);
  }

  @Test
  void values_that_are_too_long_together_are_refused_as_a_row() {
    database.execute(
        "CREATE TABLE together (a longtext, b longblob, n longtext, c longtext)",
        "INSERT INTO together VALUES (REPEAT('é', 450), REPEAT('b', 900), NULL, REPEAT('c', 900))");
    assertThatThrownBy(() -> hash("together", 1000))
        .hasMessageContaining("row 1 of the part has 2,700 bytes");
    assertThat(hash("together", 1350).rows()).isEqualTo(1);
  }

  @Test
  void a_guarded_row_is_the_same_row() {
    database.execute(
        "CREATE TABLE same (n int, t longtext, b longblob, j json, w varchar(20))",
        "INSERT INTO same VALUES (1, 'tide 🌊', x'00ff', '[1]', 'w'), (2, NULL, '', NULL, '')");
    assertThat(hash("same", 1L << 40).hex()).isEqualTo(hash("same", 100).hex());
  }

  /** The driver holds as many rows as it may, which must not be many wide ones. */
  @Test
  void wide_rows_are_not_held_many_at_once() {
    var wide = MariaTypes.column(new MariaTypes.Raw("t", true, "longtext", "longtext", 0, 0));
    var narrow = MariaTypes.column(new MariaTypes.Raw("t", true, "varchar", "varchar(9)", 0, 0));
    assertThat(MariaGuard.wide(java.util.List.of(narrow, wide))).isTrue();
    assertThat(MariaGuard.wide(java.util.List.of(narrow))).isFalse();
  }

  private static RowHash hash(String table, long most) {
    var request = SourceRequest.all(database.uri(table), Credential.NONE).withMost(most);
    var hash = new RowHash();
    try (var session = new MariaDbConnector().open(request);
        var rows = session.read(new Chunk.Whole())) {
      while (rows.next(hash)) {}
    }
    return hash;
  }

  private static long allocated() {
    return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
  }
}
