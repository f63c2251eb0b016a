package dev.tidemill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.core.DataSize;
import dev.tidemill.sql.ParquetOptions;
import dev.tidemill.sql.SqlLimits;
import dev.tidemill.sql.duckdb.DuckDbEngine;
import dev.tidemill.testkit.ChildProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("Q12")
class QueryOverDaemonTest {
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private final Path folder;
  private final Commands commands;

  QueryOverDaemonTest(@TempDir Path folder) {
    this.folder = folder;
    commands = new Commands(folder, PATIENCE);
  }

  @Test
  void what_was_imported_is_there_for_queries_also_after_a_kill() throws Exception {
    Files.writeString(
        folder.resolve("metrics.om"),
        "temp{room=\"a\"} 20 1000\ntemp{room=\"a\"} 21.5 1060\ntemp{room=\"a\"} 19 1120\n# EOF\n");
    try (ChildProcess daemon = commands.tidemill("up", "--http-port", "0").start()) {
      daemon.awaitLine("http://[0-9.]+:\\d+", PATIENCE);
      assertThat(commands.run("import", "metrics.om")).contains("3 samples stored");
      daemon.sigkill();
      daemon.awaitExit(PATIENCE);
    }
    try (ChildProcess daemon = commands.tidemill("up", "--http-port", "0").start()) {
      daemon.awaitLine("http://[0-9.]+:\\d+", PATIENCE);
      assertThat(commands.run("query", "temp", "--time", "1060"))
          .contains("temp{room=\"a\"}", "21.5");
      assertThat(commands.run("query", "temp", "--start", "1000", "--end", "1120", "--step", "60s"))
          .contains("▄█▁", "19", "21.5");
      assertThat(commands.run("query", "1+1", "--time", "4", "-o", "json"))
          .contains("\"resultType\" : \"scalar\"");
      assertThat(commands.run("query", "1+")).contains("parse error");
      writeParquet();
      assertThat(commands.run("import", "temps.parquet")).contains("2 samples stored");
      assertThat(commands.run("query", "temp{room=\"b\"}", "--time", "2000")).contains("7.25");
      assertThat(commands.run("query", "hum{room=\"q\\\"\"}", "--time", "2000")).contains("+Inf");
    }
    assertThat(commands.run("query", "temp")).contains("start one with");
  }

  private void writeParquet() throws Exception {
    try (var session =
        new DuckDbEngine().open(new SqlLimits(DataSize.ofMebibytes(64), 1, folder))) {
      session.writeParquet(
          "SELECT * FROM (VALUES ('temp', 'b', TIMESTAMP '1970-01-01 00:33:19.5', 7.25::DOUBLE),"
              + " ('hum', 'q\"', TIMESTAMP '1970-01-01 00:33:20', 'inf'::DOUBLE))"
              + " t(name, room, \"timestamp\", \"value\")",
          folder.resolve("temps.parquet"),
          ParquetOptions.DEFAULT);
    }
  }
}
