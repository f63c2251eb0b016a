package dev.tidemill.cli.chaos;

import dev.tidemill.core.DataSize;
import dev.tidemill.core.job.Output;
import dev.tidemill.core.job.RunId;
import dev.tidemill.sql.RowReader;
import dev.tidemill.sql.SqlInput;
import dev.tidemill.sql.SqlLimits;
import dev.tidemill.sql.SqlSession;
import dev.tidemill.sql.duckdb.DuckDbEngine;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * What the parts that the manifest names hold, read by somebody else than the program's own jobs.
 */
final class StagedSum {
  private StagedSum() {}

  static long cents(Cluster cluster, RunId run, String side) {
    Path objects = cluster.folder().resolve("objects");
    List<Path> parts =
        cluster.seams.intake().outputs(run, "", 1000).stream()
            .map(settled -> settled.output())
            .filter(output -> output.name().startsWith("staging/" + side + "/"))
            .map(Output::object)
            .map(objects::resolve)
            .toList();
    var limits = new SqlLimits(DataSize.ofMebibytes(256), 1, cluster.folder().resolve("sum"));
    try (SqlSession session = new DuckDbEngine().open(limits)) {
      session.attach("parts", new SqlInput.Parquet(parts));
      session.seal();
      try (RowReader sum =
          session.query("SELECT CAST(sum(amount) * 100 AS DECIMAL(38, 0)) FROM parts")) {
        sum.next();
        return ((BigDecimal) Objects.requireNonNull(sum.value(0))).longValueExact();
      }
    }
  }
}
