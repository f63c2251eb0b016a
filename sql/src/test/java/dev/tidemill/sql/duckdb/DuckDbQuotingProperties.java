package dev.tidemill.sql.duckdb;

import dev.tidemill.sql.QuotingContract;
import dev.tidemill.sql.SqlEngine;

class DuckDbQuotingProperties extends QuotingContract {
  @Override
  protected SqlEngine engine() {
    return new DuckDbEngine();
  }
}
