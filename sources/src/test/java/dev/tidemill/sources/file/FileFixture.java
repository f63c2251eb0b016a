package dev.tidemill.sources.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tidemill.core.DataSize;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.sql.RowReader;
import dev.tidemill.sql.SqlEngine;
import dev.tidemill.sql.SqlLimits;
import dev.tidemill.sql.SqlSession;
import dev.tidemill.sql.duckdb.DuckDbEngine;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;

/** What the tests of files say over and over. */
final class FileFixture {
  static final SqlEngine ENGINE = new DuckDbEngine();

  private FileFixture() {}

  static NativeFiles files(Path temp) {
    return new NativeFiles(ENGINE, limits(temp), FilePolicy.ANY);
  }

  static SqlLimits limits(Path temp) {
    return new SqlLimits(DataSize.ofMebibytes(256), 2, temp.resolve("temp"));
  }

  /** What the engine gives for a file that was looked at. */
  static List<List<@Nullable Object>> read(NativeFile file, Path temp) {
    var rows = new ArrayList<List<@Nullable Object>>();
    try (SqlSession session = ENGINE.open(limits(temp))) {
      session.attach("t", file.input());
      session.seal();
      try (RowReader reader = session.query(file.select("t", ENGINE.dialect()))) {
        assertThat(reader.columns()).isEqualTo(file.columns());
        while (reader.next()) {
          var row = new ArrayList<@Nullable Object>();
          for (int i = 0; i < reader.columns().size(); i++) {
            row.add(reader.value(i));
          }
          rows.add(row);
        }
      }
    }
    file.requireRows(rows.size());
    return rows;
  }

  static CsvTable scan(String csv) throws IOException {
    return scan(csv.getBytes(UTF_8));
  }

  static CsvTable scan(byte[] csv) throws IOException {
    return new CsvScan(new ByteArrayInputStream(csv), "x.csv").table();
  }

  /** Gives a few bytes at a time, so that everything falls on the edge of a read some time. */
  static CsvTable scanSlowly(byte[] csv, int atOnce) throws IOException {
    var in =
        new ByteArrayInputStream(csv) {
          @Override
          public synchronized int read(byte[] bytes, int offset, int length) {
            return super.read(bytes, offset, Math.min(length, atOnce));
          }
        };
    return new CsvScan((InputStream) in, "x.csv").table();
  }

  static Problem fails(ThrowingCallable call, FileError code) {
    var failure = catchThrowableOfType(TidemillException.class, call);
    assertThat(failure).isNotNull();
    assertThat(failure.code()).as(failure.problem().toString()).isEqualTo(code);
    return failure.problem();
  }
}
