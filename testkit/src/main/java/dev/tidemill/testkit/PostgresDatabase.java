package dev.tidemill.testkit;

import java.net.URI;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/** A database of its own for one test class. Closing drops it, whoever is still connected. */
public final class PostgresDatabase implements AutoCloseable {
  private final URI server;
  private final String name;

  private PostgresDatabase(URI server, String name) {
    this.server = server;
    this.name = name;
  }

  /** Creates it on the server that {@code postgresql://user[:password]@host:port/db} names. */
  public static PostgresDatabase createOn(String serverUrl) {
    String name = "t_" + UUID.randomUUID().toString().replace("-", "");
    PostgresDatabase database = new PostgresDatabase(URI.create(serverUrl), name);
    database.onServer("CREATE DATABASE " + name);
    return database;
  }

  public String name() {
    return name;
  }

  /** {@code postgresql://postgres@127.0.0.1:5432/t_…}, as Tidemill's {@code --store} takes it. */
  public String url() {
    return server.resolve("/" + name).toString();
  }

  /** The same for JDBC, user and password included. */
  public String jdbcUrl() {
    return jdbcUrl(server, name);
  }

  public Connection connect() throws SQLException {
    return dataSource().getConnection();
  }

  /** Opens a new connection at each call. */
  public DataSource dataSource() {
    return dataSource(jdbcUrl());
  }

  @Override
  public void close() {
    onServer("DROP DATABASE IF EXISTS " + name + " WITH (FORCE)");
  }

  private void onServer(String statement) {
    String ownDatabase = server.getPath().substring(1);
    try (Connection connection = dataSource(jdbcUrl(server, ownDatabase)).getConnection();
        Statement sql = connection.createStatement()) {
      sql.execute(statement);
    } catch (SQLException e) {
      throw new IllegalStateException(statement + " failed on " + server, e);
    }
  }

  static DataSource dataSource(String jdbcUrl) {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(jdbcUrl);
    return source;
  }

  private static String jdbcUrl(URI server, String database) {
    @Nullable String user = server.getRawUserInfo();
    String login = user == null ? "" : "?user=" + user.replaceFirst(":", "&password=");
    return "jdbc:postgresql://"
        + server.getHost()
        + ":"
        + server.getPort()
        + "/"
        + database
        + login;
  }
}
