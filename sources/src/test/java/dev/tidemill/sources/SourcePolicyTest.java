package dev.tidemill.sources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemill.core.error.TidemillException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("X3")
class SourcePolicyTest {
  private static SourceUri at(String host) {
    return SourceUri.of("postgres://u@" + host + "/d?table=t");
  }

  @Test
  void a_server_connects_only_where_it_is_allowed_to() {
    var policy = SourcePolicy.only(List.of("DB.example.com", "*.data.local", "10.0.0.1:5433"));
    for (String host :
        List.of("db.example.com", "a.data.local", "10.0.0.1:5433", "DB.EXAMPLE.com")) {
      assertThatCode(() -> policy.check(at(host))).doesNotThrowAnyException();
    }
    for (String host :
        List.of("evil.com", "data.local", "evildata.local", "10.0.0.1", "10.0.0.1:22")) {
      assertRefused(() -> policy.check(at(host)));
    }
    assertRefused(() -> SourcePolicy.only(List.of()).check(at("localhost")));
  }

  @Test
  void a_persons_own_command_connects_anywhere_but_to_secrets() {
    assertThatCode(() -> SourcePolicy.anywhere().check(at("db.local"))).doesNotThrowAnyException();
    assertRefused(() -> SourcePolicy.anywhere().check(at("metadata.google.internal")));
    assertRefused(() -> SourcePolicy.only(List.of("*")).check(at("metadata.google.internal.")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "169.254.169.254",
        "169.254.0.1",
        "::ffff:169.254.169.254",
        "fe80::1",
        "fd00:ec2::254",
        "100.100.100.200",
        "0.0.0.0",
        "224.0.0.1"
      })
  void numbers_of_secrets_are_refused_where_the_socket_connects(String number)
      throws UnknownHostException {
    var address = new InetSocketAddress(InetAddress.getByName(number), 5432);
    var socket = new GuardedSockets().createSocket();
    assertRefused(() -> socket.connect(address, 10));
  }

  private static void assertRefused(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            TidemillException.class,
            e -> assertThat(e.code()).isEqualTo(SourceError.SOURCE_REFUSED));
  }
}
