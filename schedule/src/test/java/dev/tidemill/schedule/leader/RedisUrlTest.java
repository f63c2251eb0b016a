package dev.tidemill.schedule.leader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemill.core.error.TidemillException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("C1")
class RedisUrlTest {

  @Test
  void a_plain_address_has_the_usual_port_and_database() {
    RedisUrl url = RedisUrl.parse("redis://cache");
    assertThat(url.kind()).isEqualTo(RedisUrl.Kind.PLAIN);
    assertThat(url.hosts()).containsExactly(new RedisUrl.Host("cache", 6379));
    assertThat(url.database()).isZero();
    assertThat(url.password()).isNull();
  }

  @Test
  void credentials_and_database_are_read_and_the_password_is_never_shown() {
    RedisUrl url = RedisUrl.parse("rediss://me:s%40crt@cache:7000/3");
    assertThat(url.kind()).isEqualTo(RedisUrl.Kind.TLS);
    assertThat(url.user()).isEqualTo("me");
    assertThat(url.password()).isEqualTo("s@crt");
    assertThat(url.database()).isEqualTo(3);
    assertThat(url.toString()).isEqualTo("rediss://cache:7000");
  }

  @Test
  void a_password_may_stand_alone() {
    assertThat(RedisUrl.parse("redis://:pw@h").password()).isEqualTo("pw");
    assertThat(RedisUrl.parse("redis://pw@h").password()).isEqualTo("pw");
    assertThat(RedisUrl.parse("redis://pw@h").user()).isNull();
  }

  @Test
  void sentinels_name_their_master() {
    RedisUrl url = RedisUrl.parse("redis-sentinel://:pw@s1:26000,s2/mymaster/1");
    assertThat(url.hosts())
        .isEqualTo(List.of(new RedisUrl.Host("s1", 26000), new RedisUrl.Host("s2", 26379)));
    assertThat(url.master()).isEqualTo("mymaster");
    assertThat(url.database()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "cache:6379",
        "http://cache",
        "redis://",
        "redis://a,b",
        "redis://a:x",
        "redis://a:0",
        "redis://a/x",
        "redis://a/1/2",
        "redis-sentinel://a,b",
        "redis-cluster://a,b/1"
      })
  void anything_else_is_refused(String text) {
    assertThatThrownBy(() -> RedisUrl.parse(text)).isInstanceOf(TidemillException.class);
  }
}
