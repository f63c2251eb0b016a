package dev.tidemill.sources.mariadb;

import dev.tidemill.sources.GuardedSockets;
import dev.tidemill.sources.SourceRequest;
import dev.tidemill.sources.SourceUri;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import org.mariadb.jdbc.Driver;

/** Connections that read one moment, with texts that look the same wherever they are made. */
final class MariaConnection {
  private static final String[] SETTINGS = {
    "SET SESSION sql_mode = ''",
    "SET SESSION time_zone = '+00:00'",
    "SET SESSION net_write_timeout = 600",
    "SET SESSION wait_timeout = 28800",
    "SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ"
  };

  private MariaConnection() {}

  static Connection open(SourceRequest request) {
    SourceUri uri = request.uri();
    var settings = new Properties();
    settings.put("user", uri.user());
    if (!request.credential().isEmpty()) {
      settings.put("password", request.credential().reveal());
    }
    settings.put("sslMode", tls(uri.tls()));
    settings.put("socketFactory", GuardedSockets.class.getName());
    settings.put("connectTimeout", "10000");
    settings.put("tcpKeepAlive", "true");
    settings.put("allowLocalInfile", "false");
    settings.put("tinyInt1isBit", "false");
    // No database here: its name could hold options of the driver.
    String url = "jdbc:mariadb://%s:%d/".formatted(uri.host(), uri.port() == 0 ? 3306 : uri.port());
    try {
      Connection connection = new Driver().connect(url, settings);
      if (connection == null) {
        throw new SQLException("the driver does not know its own address");
      }
      try (Statement sql = connection.createStatement()) {
        for (String setting : SETTINGS) {
          sql.execute(setting);
        }
        return connection;
      } catch (SQLException e) {
        drop(connection);
        throw e;
      }
    } catch (SQLException e) {
      throw MariaErrors.of("could not connect to " + uri, e);
    }
  }

  static void begin(Connection connection) throws SQLException {
    try (Statement sql = connection.createStatement()) {
      sql.execute("START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY");
    }
  }

  static void drop(Connection connection) {
    try {
      connection.abort(Runnable::run);
    } catch (SQLException e) {
      // Then it is gone already.
    }
  }

  private static String tls(String word) {
    return switch (word) {
      case "verify-full" -> "verify-full";
      case "require" -> "trust";
      default -> "disable";
    };
  }
}
