package dev.tidemill.cli.doctor;

import dev.tidemill.core.DataSize;
import dev.tidemill.sql.RowReader;
import dev.tidemill.sql.SqlLimits;
import dev.tidemill.sql.SqlSession;
import dev.tidemill.sql.duckdb.DuckDbEngine;
import java.nio.file.Path;

/** Does the SQL engine's native library load and calculate on this machine? */
public final class EngineCheck implements Check {

  @Override
  public String name() {
    return "sql engine";
  }

  @Override
  public Finding look() {
    var engine = new DuckDbEngine();
    var limits =
        new SqlLimits(DataSize.ofMebibytes(64), 1, Path.of(System.getProperty("java.io.tmpdir")));
    try (SqlSession session = engine.open(limits);
        RowReader rows = session.query("SELECT CAST(41 + 1 AS bigint) AS answer")) {
      boolean right = rows.next() && Long.valueOf(42).equals(rows.value(0));
      return right
          ? Finding.ok(engine.name() + " answers")
          : Finding.fail(engine.name() + " gave a wrong answer", null);
    }
  }
}
