package dev.tidemill.sources.mariadb;

import dev.tidemill.sources.Connector;
import dev.tidemill.sources.ConnectorContract;
import dev.tidemill.sources.SourceUri;
import org.junit.jupiter.api.AfterEach;

class MariaDbConnectorTest extends ConnectorContract {
  private final MariaDatabase database = MariaDatabase.create();

  @AfterEach
  void drop() {
    database.close();
  }

  @Override
  protected Connector connector() {
    return new MariaDbConnector();
  }

  @Override
  protected SourceUri uri(String table) {
    return database.uri(table);
  }

  @Override
  protected void execute(String... statements) {
    database.execute(statements);
  }

  @Override
  protected String text() {
    return "varchar(50) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci";
  }
}
