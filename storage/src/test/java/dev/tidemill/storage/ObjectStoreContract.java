package dev.tidemill.storage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every object store promises. Half-written objects: {@link WholeObjectsContract}. */
@Tag("J9")
public abstract class ObjectStoreContract {
  private static final ObjectKey KEY = ObjectKey.of("runs/run_7/matched.parquet");

  /** An empty store; calls within one test give the same. */
  protected abstract ObjectStore store();

  @Test
  void bytes_a_file_and_a_stream_are_stored_alike(@TempDir Path folder) throws IOException {
    byte[] bytes = noise(200_000);
    Path file = Files.write(folder.resolve("content"), bytes);
    var contents =
        List.of(
            Content.of(bytes),
            Content.of(file),
            Content.given(file),
            Content.of(new ByteArrayInputStream(bytes)));

    for (Content content : contents) {
      assertThat(store().put(KEY, content).size()).isEqualTo(bytes.length);
      assertThat(read(KEY)).isEqualTo(bytes);
    }
  }

  @Test
  void a_given_file_may_go_and_its_object_stays(@TempDir Path folder) throws IOException {
    byte[] bytes = noise(10_000);
    Path file = Files.write(folder.resolve("content"), bytes);

    store().put(KEY, Content.given(file));
    assertThat(file).exists();
    Files.delete(file);

    assertThat(read(KEY)).isEqualTo(bytes);
  }

  @Test
  void a_given_file_that_is_not_there_changes_nothing(@TempDir Path folder) throws IOException {
    store().put(KEY, text("one"));
    StorageAssertions.assertFails(
        () -> store().put(KEY, Content.given(folder.resolve("none"))),
        StorageError.CONTENT_UNREADABLE);

    assertThat(read(KEY)).isEqualTo("one".getBytes(UTF_8));
  }

  @Test
  void an_empty_object_is_an_object() throws IOException {
    store().put(KEY, Content.of(new byte[0]));

    assertThat(store().head(KEY)).hasValueSatisfying(info -> assertThat(info.size()).isZero());
    assertThat(read(KEY)).isEmpty();
  }

  @Test
  void head_and_list_know_what_put_said() {
    ObjectInfo stored = store().put(KEY, text("one"));

    assertThat(store().head(KEY)).contains(stored);
    assertThat(store().list("", null, 10).objects()).containsExactly(stored);
  }

  @Test
  void another_content_has_another_etag() {
    String first = store().put(KEY, text("one")).etag();
    String second = store().put(KEY, text("two")).etag();

    assertThat(second).isNotEqualTo(first);
  }

  @Test
  void what_is_not_there_is_said_to_be_missing() {
    assertThat(store().head(KEY)).isEmpty();
    StorageAssertions.assertFails(() -> store().open(KEY), StorageError.OBJECT_NOT_FOUND);
    StorageAssertions.assertFails(
        () -> store().open(KEY, new ByteRange(0, 1)), StorageError.OBJECT_NOT_FOUND);
  }

  @Test
  void a_folder_of_objects_is_no_object() {
    store().put(KEY, text("one"));

    assertThat(store().head(ObjectKey.of("runs/run_7"))).isEmpty();
    StorageAssertions.assertFails(
        () -> store().open(ObjectKey.of("runs")), StorageError.OBJECT_NOT_FOUND);
  }

  @Test
  void deleting_twice_is_deleting() {
    store().put(KEY, text("one"));

    store().delete(KEY);
    store().delete(KEY);

    assertThat(store().head(KEY)).isEmpty();
    assertThat(store().list("", null, 10).objects()).isEmpty();
  }

  @Test
  void deleting_one_leaves_its_neighbours() throws IOException {
    var neighbour = ObjectKey.of("runs/run_7/metadata.json");
    store().put(KEY, text("one"));
    store().put(neighbour, text("two"));

    store().delete(KEY);

    assertThat(read(neighbour)).asString(UTF_8).isEqualTo("two");
  }

  @Test
  void put_if_absent_leaves_what_is_there() throws IOException {
    assertThat(store().putIfAbsent(KEY, text("one"))).isPresent();
    assertThat(store().putIfAbsent(KEY, text("two"))).isEmpty();

    assertThat(read(KEY)).asString(UTF_8).isEqualTo("one");
  }

  @Test
  void put_if_absent_works_again_after_a_delete() throws IOException {
    store().put(KEY, text("one"));
    store().delete(KEY);

    assertThat(store().putIfAbsent(KEY, text("two"))).isPresent();
    assertThat(read(KEY)).asString(UTF_8).isEqualTo("two");
  }

  @Test
  void of_many_at_once_exactly_one_put_if_absent_wins() throws Exception {
    for (int round = 0; round < 20; round++) {
      var key = ObjectKey.of("claims/" + round);
      var attempts =
          IntStream.range(0, 16)
              .<Callable<Boolean>>mapToObj(
                  i -> () -> store().putIfAbsent(key, text("writer " + i)).isPresent())
              .toList();
      var winners = new ArrayList<Integer>();
      try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
        var answers = threads.invokeAll(attempts);
        for (int i = 0; i < answers.size(); i++) {
          if (answers.get(i).get()) {
            winners.add(i);
          }
        }
      }
      assertThat(winners).hasSize(1);
      assertThat(read(key)).asString(UTF_8).isEqualTo("writer " + winners.getFirst());
    }
  }

  @Test
  void ranges_are_cut_at_the_end() throws IOException {
    store().put(KEY, text("0123456789"));

    assertThat(range(0, 1)).isEqualTo("0");
    assertThat(range(0, 10)).isEqualTo("0123456789");
    assertThat(range(3, 4)).isEqualTo("3456");
    assertThat(range(9, 1)).isEqualTo("9");
    assertThat(range(9, 100)).isEqualTo("9");
    assertThat(range(0, Long.MAX_VALUE)).isEqualTo("0123456789");
  }

  @ParameterizedTest
  @ValueSource(longs = {10, 11, Long.MAX_VALUE})
  void a_range_behind_the_end_is_refused(long from) {
    store().put(KEY, text("0123456789"));

    StorageAssertions.assertFails(
        () -> store().open(KEY, new ByteRange(from, 1)), StorageError.INVALID_RANGE);
  }

  @Test
  void a_range_of_an_empty_object_is_refused() {
    store().put(KEY, Content.of(new byte[0]));

    StorageAssertions.assertFails(
        () -> store().open(KEY, new ByteRange(0, 1)), StorageError.INVALID_RANGE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a b/c d",
        "%2e%2e/%2F",
        "a%",
        "~",
        "~/~a",
        "a../b..",
        "-rf",
        "con",
        "x:y|z?*\"<>",
        "a\\b",
        "ä/ö/ü",
        "日本語/表.parquet",
        "🌊/🐚",
        "e\u0301",
        "\u00e9",
        "a\u2028b",
        "$HOME",
        "'"
      })
  void odd_keys_are_kept_as_they_are(String odd) throws IOException {
    var key = ObjectKey.of(odd);
    store().put(key, text(odd));

    assertThat(read(key)).asString(UTF_8).isEqualTo(odd);
    assertThat(store().list("", null, 10).objects()).extracting(ObjectInfo::key).contains(key);
  }

  @Test
  void long_keys_are_kept_as_they_are() throws IOException {
    var keys = new ArrayList<ObjectKey>();
    for (String segment : List.of("n", ".n", "日", "%")) {
      int times = 890 / segment.getBytes(UTF_8).length;
      keys.add(ObjectKey.of("x" + segment.repeat(times)));
      keys.add(ObjectKey.of("x" + segment.repeat(times / 2) + "/y" + segment.repeat(times / 2)));
    }
    for (ObjectKey key : keys) {
      store().put(key, text(key.value()));
    }

    assertThat(store().list("", null, 100).objects())
        .extracting(ObjectInfo::key)
        .containsExactlyElementsOf(keys.stream().sorted().toList());
    for (ObjectKey key : keys) {
      assertThat(read(key)).asString(UTF_8).isEqualTo(key.value());
    }
  }

  private String range(long from, long length) throws IOException {
    try (InputStream in = store().open(KEY, new ByteRange(from, length))) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  private byte[] read(ObjectKey key) throws IOException {
    try (InputStream in = store().open(key)) {
      return in.readAllBytes();
    }
  }

  static Content text(String text) {
    return Content.of(text.getBytes(UTF_8));
  }

  static byte[] noise(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }
}
