package dev.tidemill.sql.duckdb;

import static java.util.Objects.requireNonNull;

import dev.tidemill.sql.SqlEngine;
import dev.tidemill.sql.SqlSessionContract;
import java.nio.file.Path;
import java.util.List;

class DuckDbSessionTest extends SqlSessionContract {
  @Override
  protected SqlEngine engine() {
    return new DuckDbEngine();
  }

  @Override
  protected String endless() {
    return "SELECT count(*) FROM range(1000000000) a, range(1000000000) b WHERE a.range = -b.range";
  }

  @Override
  protected String numbers(int count) {
    return "range(%d)".formatted(count);
  }

  @Override
  protected List<String> escapes(Path file) {
    Path folder = requireNonNull(file.getParent());
    return List.of(
        "SELECT * FROM read_csv('%s')".formatted(file),
        "SELECT * FROM '%s'".formatted(file),
        "SELECT * FROM read_text('%s')".formatted(file),
        "SELECT * FROM read_blob('%s/../%s/%s')"
            .formatted(folder, folder.getFileName(), file.getFileName()),
        "SELECT * FROM glob('%s/*')".formatted(folder),
        "COPY (SELECT 1) TO '%s'".formatted(file),
        "COPY (SELECT 1) TO '%s/new.csv'".formatted(folder),
        "COPY (SELECT 1) TO '%s/p.parquet' (FORMAT parquet)".formatted(folder),
        "EXPORT DATABASE '%s/dump'".formatted(folder),
        "ATTACH '%s/other.db'".formatted(folder),
        "INSTALL httpfs",
        "LOAD httpfs",
        "LOAD '%s/x.duckdb_extension'".formatted(folder),
        "SET enable_external_access = true",
        "SET allowed_directories = ['/']",
        "SET lock_configuration = false",
        "RESET enable_external_access",
        "SET memory_limit = '1TB'");
  }
}
