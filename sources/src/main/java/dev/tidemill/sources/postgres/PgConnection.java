package dev.tidemill.sources.postgres;

import dev.tidemill.sources.Credential;
import dev.tidemill.sources.GuardedSockets;
import dev.tidemill.sources.SourceUri;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.postgresql.ds.PGSimpleDataSource;
import org.postgresql.ssl.DefaultJavaSSLFactory;

/** Connections whose texts look the same wherever they are made. */
final class PgConnection {
  private static final int CONNECT_SECONDS = 10;
  private static final int LOGIN_SECONDS = 30;
  private static final String[] SETTINGS = {
    "SET standard_conforming_strings = on",
    "SET DateStyle = 'ISO, YMD'",
    "SET IntervalStyle = 'postgres'",
    "SET TimeZone = 'UTC'",
    "SET bytea_output = 'hex'",
    "SET extra_float_digits = 3",
    "SET statement_timeout = 0",
    // A change of the table that waits for the session would hold its chunks up for ever.
    "SET lock_timeout = '30s'",
    "SET idle_in_transaction_session_timeout = 0"
  };

  private PgConnection() {}

  static Connection open(SourceUri uri, Credential credential) throws SQLException {
    var source = new PGSimpleDataSource();
    source.setServerNames(new String[] {uri.host()});
    source.setPortNumbers(new int[] {uri.port() == 0 ? 5432 : uri.port()});
    source.setDatabaseName(uri.database());
    if (!uri.user().isEmpty()) {
      source.setUser(uri.user());
    }
    if (!credential.isEmpty()) {
      source.setPassword(credential.reveal());
    }
    source.setSslMode(uri.tls());
    if (uri.tls().equals("verify-full")) {
      // Whom the JVM trusts, as for all other sources; else a file in the user's home would decide.
      source.setSslfactory(DefaultJavaSSLFactory.class.getName());
    }
    source.setSocketFactory(GuardedSockets.class.getName());
    source.setConnectTimeout(CONNECT_SECONDS);
    source.setLoginTimeout(LOGIN_SECONDS);
    source.setTcpKeepAlive(true);
    source.setApplicationName("tidemill");
    Connection connection = source.getConnection();
    try (Statement sql = connection.createStatement()) {
      for (String setting : SETTINGS) {
        sql.execute(setting);
      }
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  /** Whatever state it is in; a socket that hangs must not hold up its owner. */
  static void drop(Connection connection) {
    try {
      connection.abort(Runnable::run);
    } catch (SQLException e) {
      // Then it is gone already.
    }
  }
}
