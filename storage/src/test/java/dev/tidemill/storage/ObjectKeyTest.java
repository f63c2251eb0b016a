package dev.tidemill.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("X3")
@Tag("J9")
class ObjectKeyTest {
  static Stream<String> hostile() {
    return Stream.of(
        "",
        "/",
        "/etc/passwd",
        "..",
        "../x",
        "a/../b",
        "a/..",
        "./a",
        "a/./b",
        "a//b",
        "a/",
        ".x",
        "a/.hidden",
        "a\0b",
        "a\nb",
        "a\u007fb",
        "a\u0085b",
        "a\ud800",
        "\udc00b",
        "x".repeat(1025),
        "日".repeat(342));
  }

  @ParameterizedTest
  @MethodSource("hostile")
  void a_hostile_key_is_refused(String value) {
    StorageAssertions.assertFails(() -> ObjectKey.of(value), StorageError.INVALID_OBJECT_KEY);
  }

  @Test
  void a_key_of_1024_bytes_is_accepted() {
    assertThat(ObjectKey.of("x".repeat(1024)).segments()).hasSize(1);
    assertThat(ObjectKey.of("日".repeat(341) + "x").segments()).hasSize(1);
  }

  @Test
  void keys_are_ordered_by_bytes_and_not_by_chars() {
    assertThat(ObjectKey.of("\uffee")).isLessThan(ObjectKey.of("🌊"));
  }
}
