package dev.tidemill.sql.duckdb;

import dev.tidemill.sql.SqlEngine;
import dev.tidemill.sql.SqlEngineContract;

class DuckDbEngineTest extends SqlEngineContract {
  @Override
  protected SqlEngine engine() {
    return new DuckDbEngine();
  }

  @Override
  protected String binary(String hex) {
    return "unhex('%s')".formatted(hex);
  }
}
