package dev.tidemill.jobs.permit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("J8")
@Tag("X2")
class QueueUrlTest {

  @Test
  void the_login_is_split_off_and_never_shown() {
    var url = (QueueUrl.Nats) QueueUrl.parse("nats://me:s%40cret+1@a.example:4223,b.example");
    assertThat(url.servers()).containsExactly("nats://a.example:4223", "nats://b.example:4222");
    assertThat(url.user()).isEqualTo("me");
    assertThat(url.password()).isEqualTo("s@cret+1");
    assertThat(url.replicas()).isEqualTo(1);
    assertThat(url).hasToString("nats://a.example:4223,nats://b.example:4222");
  }

  @Test
  void a_login_without_password_is_a_token_and_as_secret() {
    var url = (QueueUrl.Nats) QueueUrl.parse("tls://hunter2@broker?replicas=3");
    assertThat(url.user()).isNull();
    assertThat(url.password()).isEqualTo("hunter2");
    assertThat(url.replicas()).isEqualTo(3);
    assertThat(url).hasToString("tls://broker:4222");
  }

  @Test
  void the_servers_may_be_written_out() {
    var url = (QueueUrl.Nats) QueueUrl.parse("nats://[::1]:1,nats://b:2/");
    assertThat(url.servers()).containsExactly("nats://[::1]:1", "nats://b:2");
  }

  @Test
  void what_needs_no_address_has_none() {
    assertThat(QueueUrl.parse("memory:")).isEqualTo(new QueueUrl.Memory()).hasToString("memory:");
    assertThat(QueueUrl.parse("store:")).isEqualTo(new QueueUrl.Store()).hasToString("store:");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "nats",
        "nats://",
        "nats://u:hunter2@",
        "nats://u:hunter2@ bad",
        "nats://u:hunter2@a,v:hunter2@b",
        "nats://u:hunter2@a/jobs",
        "nats://u:hunter2@a,",
        "nats://u:hunter2@a?replicas=0",
        "nats://u:hunter2@a?copies=3",
        "redis://u:hunter2@a",
        "memory:x"
      })
  void anything_else_is_refused_without_showing_a_password(String text) {
    assertThatThrownBy(() -> QueueUrl.parse(text))
        .hasMessageStartingWith("INVALID_CONFIG")
        .hasMessageNotContaining("hunter2");
  }
}
