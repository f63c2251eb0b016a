package dev.tidemill.sources.mariadb;

import dev.tidemill.sources.SourceUri;
import dev.tidemill.testkit.Servers;
import java.net.URI;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;

/** A database of its own for one test. */
public final class MariaDatabase implements AutoCloseable {
  private final URI server;
  private final String name = "t_" + UUID.randomUUID().toString().replace("-", "");

  private MariaDatabase(URI server) {
    this.server = server;
  }

  public static MariaDatabase create() {
    return createOn(Servers.mariadb());
  }

  static MariaDatabase createOn(String url) {
    var database = new MariaDatabase(URI.create(url));
    database.run("", "CREATE DATABASE " + database.name + " CHARACTER SET utf8mb4");
    return database;
  }

  public SourceUri uri(String table) {
    return SourceUri.of(
        "mariadb://root@%s:%d/%s?table=%s"
            .formatted(server.getHost(), server.getPort(), name, table));
  }

  Connection connect() throws SQLException {
    return connect(name);
  }

  public void execute(String... statements) {
    run(name, statements);
  }

  /** Takes values that strict servers refuse. */
  void executeLoosely(String statement) {
    run(name, "SET sql_mode = ''", statement);
  }

  @Override
  public void close() {
    run("", "DROP DATABASE " + name);
  }

  private Connection connect(String database) throws SQLException {
    return DriverManager.getConnection(
        "jdbc:mariadb://%s:%d/%s?user=root"
            .formatted(server.getHost(), server.getPort(), database));
  }

  private void run(String database, String... statements) {
    try (Connection connection = connect(database);
        Statement sql = connection.createStatement()) {
      for (String statement : statements) {
        sql.execute(statement);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
