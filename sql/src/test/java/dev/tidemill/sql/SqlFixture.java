package dev.tidemill.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tidemill.core.DataSize;
import dev.tidemill.core.error.TidemillException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;

/** What the contract suites say over and over. */
final class SqlFixture {
  private SqlFixture() {}

  static SqlLimits limits(Path temp) {
    return new SqlLimits(DataSize.ofMebibytes(256), 2, temp);
  }

  static List<List<@Nullable Object>> rows(SqlSession session, String sql) {
    try (RowReader reader = session.query(sql)) {
      var rows = new ArrayList<List<@Nullable Object>>();
      while (reader.next()) {
        var row = new ArrayList<@Nullable Object>();
        for (int i = 0; i < reader.columns().size(); i++) {
          row.add(reader.value(i));
        }
        rows.add(row);
      }
      return rows;
    }
  }

  static @Nullable Object value(SqlSession session, String sql) {
    var rows = rows(session, sql);
    assertThat(rows).hasSize(1);
    assertThat(rows.getFirst()).hasSize(1);
    return rows.getFirst().getFirst();
  }

  static void assertFails(ThrowingCallable call, SqlError code) {
    var failure = catchThrowableOfType(TidemillException.class, call);
    assertThat(failure).isNotNull();
    assertThat(failure.code()).as(failure.problem().toString()).isEqualTo(code);
  }
}
