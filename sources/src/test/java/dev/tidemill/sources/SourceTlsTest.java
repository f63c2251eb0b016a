package dev.tidemill.sources;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.testkit.ChildProcess;
import dev.tidemill.testkit.PrivateServer;
import dev.tidemill.testkit.RealServer;
import dev.tidemill.testkit.Servers;
import java.net.URI;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nothing is sent in the clear that was to be encrypted, and nobody is taken for another. */
@Tag("R5")
@Tag("X2")
class SourceTlsTest {
  private static final Duration LONG = Duration.ofMinutes(2);

  @Test
  void postgresql_is_encrypted_and_known_by_its_name(@TempDir Path folder) throws Exception {
    var certificates = Certificates.in(folder);
    try (var server =
        PrivateServer.start(
            RealServer.POSTGRES,
            "-c",
            "ssl=on",
            "-c",
            "ssl_cert_file=" + certificates.certificate(),
            "-c",
            "ssl_key_file=" + certificates.keyFor("postgres"))) {
      URI url = URI.create(server.url());
      execute(
          "jdbc:postgresql://127.0.0.1:%d%s?user=%s"
              .formatted(url.getPort(), url.getPath(), url.getUserInfo()),
          "CREATE VIEW encrypted AS SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()");
      assertSafe(certificates, "postgres", url, "read [[true]]");
    }
  }

  @Test
  void mariadb_is_encrypted_and_known_by_its_name(@TempDir Path folder) throws Exception {
    var certificates = Certificates.in(folder);
    try (var server =
        PrivateServer.start(
            RealServer.MARIADB,
            "--ssl-cert=" + certificates.certificate(),
            "--ssl-key=" + certificates.keyFor("mysql"))) {
      URI url = URI.create(server.url());
      execute(
          "jdbc:mariadb://127.0.0.1:%d%s?user=%s"
              .formatted(url.getPort(), url.getPath(), url.getUserInfo()),
          "CREATE VIEW encrypted AS SELECT length(variable_value) > 0 AS ssl_on"
              + " FROM information_schema.session_status WHERE variable_name = 'Ssl_cipher'");
      assertSafe(certificates, "mariadb", url, "read [[1]]");
    }
  }

  @Test
  void a_server_without_tls_is_never_talked_to_in_the_clear_instead() throws Exception {
    URI postgres = URI.create(Servers.postgres());
    URI mariadb = URI.create(Servers.mariadb());
    List<String> said =
        probe(
            List.of(),
            address("postgres", postgres, "127.0.0.1", "require"),
            address("postgres", postgres, "127.0.0.1", "verify-full"),
            address("mariadb", mariadb, "127.0.0.1", "require"),
            address("mariadb", mariadb, "127.0.0.1", "verify-full"));
    assertThat(said).hasSize(4).allMatch(line -> line.startsWith("refused SOURCE_UNAVAILABLE"));
    assertThat(said).allMatch(line -> line.toLowerCase(Locale.ROOT).contains("ssl"));
  }

  private static void assertSafe(
      Certificates certificates, String scheme, URI url, String encrypted) {
    List<String> trusting =
        List.of(
            "-Djavax.net.ssl.trustStore=" + certificates.trusted(),
            "-Djavax.net.ssl.trustStorePassword=" + Certificates.PASSWORD);
    List<String> said =
        probe(
            trusting,
            address(scheme, url, "127.0.0.1", "require"),
            address(scheme, url, "localhost", "verify-full"),
            address(scheme, url, "127.0.0.1", "verify-full"));
    assertThat(said).hasSize(3);
    assertThat(said.subList(0, 2)).containsOnly(encrypted);
    assertThat(said.get(2)).as("a wrong name").startsWith("refused SOURCE_UNAVAILABLE");
    assertThat(probe(List.of(), address(scheme, url, "localhost", "verify-full")))
        .as("an authority that nobody trusts")
        .singleElement()
        .asString()
        .startsWith("refused SOURCE_UNAVAILABLE");
  }

  private static String address(String scheme, URI url, String host, String mode) {
    return "%s://%s@%s:%d%s?table=encrypted&sslmode=%s"
        .formatted(scheme, url.getUserInfo(), host, url.getPort(), url.getPath(), mode);
  }

  private static List<String> probe(List<String> flags, String... addresses) {
    try (var process =
        ChildProcess.jvm(TlsProbe.class)
            .flags(flags.toArray(String[]::new))
            .arguments(addresses)
            .start()) {
      process.awaitLine("end", LONG);
      return process.stdout().stream().filter(line -> line.matches("(read|refused) .*")).toList();
    }
  }

  private static void execute(String jdbc, String statement) throws SQLException {
    try (Connection connection = DriverManager.getConnection(jdbc);
        Statement sql = connection.createStatement()) {
      sql.execute(statement);
    }
  }
}
