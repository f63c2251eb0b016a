package dev.tidemill.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.core.time.SimulatedTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("J9")
class LocalObjectStoreTest {
  private final SimulatedTime time = new SimulatedTime();
  private final Path root;
  private final LocalObjectStore store;

  LocalObjectStoreTest(@TempDir Path folder) {
    root = folder.resolve("objects");
    store = new LocalObjectStore(root, time);
  }

  @Nested
  class Objects extends ObjectStoreContract {
    @Override
    protected ObjectStore store() {
      return store;
    }
  }

  @Nested
  class WholeObjects extends WholeObjectsContract {
    @Override
    protected ObjectStore store() {
      return store;
    }
  }

  @Nested
  class Listing extends ListingContract {
    @Override
    protected ObjectStore store() {
      return store;
    }
  }

  @Test
  void people_find_their_results_under_their_names() {
    store.put(ObjectKey.of("runs/run_7/matched.parquet"), ObjectStoreContract.text("x"));

    assertThat(root.resolve("runs/run_7/matched.parquet")).hasContent("x");
  }

  @Test
  void a_given_file_is_kept_and_not_copied(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("part"), "x");
    var key = ObjectKey.of("runs/run_7/part");
    store.put(key, Content.given(file));

    assertThat(Files.isSameFile(root.resolve(key.value()), file)).isTrue();

    store.put(key, Content.of(file));
    assertThat(Files.isSameFile(root.resolve(key.value()), file)).isFalse();
  }

  @Test
  void what_a_crashed_writer_left_is_invisible_and_swept_by_age() throws IOException {
    Path leftover = leftover(Duration.ofHours(2));
    Path recent = leftover(Duration.ofMinutes(5));

    assertThat(store.list("", null, 10).objects()).isEmpty();
    assertThat(store.sweep(Duration.ofHours(1))).isEqualTo(1);
    assertThat(leftover).doesNotExist();
    assertThat(recent).exists();
  }

  @Test
  void sweeping_leaves_objects_however_old() throws IOException {
    var key = ObjectKey.of("runs/run_7/old");
    store.put(key, ObjectStoreContract.text("x"));
    Files.setLastModifiedTime(
        root.resolve(key.value()), FileTime.from(time.now().minus(Duration.ofDays(900))));

    assertThat(store.sweep(Duration.ZERO)).isZero();
    assertThat(store.head(key)).isPresent();
  }

  @Test
  void nothing_remains_of_writers_that_ended_and_of_objects_that_were_deleted() throws IOException {
    var key = ObjectKey.of("runs/run_7/matched.parquet");
    store.put(key, ObjectStoreContract.text("x"));
    store.putIfAbsent(key, ObjectStoreContract.text("y"));
    store.delete(key);

    try (var files = Files.walk(root)) {
      assertThat(files).containsExactly(root);
    }
  }

  @Test
  void an_object_cannot_be_the_folder_of_another() {
    store.put(ObjectKey.of("a/b"), ObjectStoreContract.text("x"));

    for (String key : new String[] {"a", "a/b/c"}) {
      StorageAssertions.assertFails(
          () -> store.put(ObjectKey.of(key), ObjectStoreContract.text("y")),
          StorageError.INVALID_OBJECT_KEY);
      StorageAssertions.assertFails(
          () -> store.putIfAbsent(ObjectKey.of(key), ObjectStoreContract.text("y")),
          StorageError.INVALID_OBJECT_KEY);
    }
  }

  private Path leftover(Duration age) throws IOException {
    Path file = root.resolve("runs/run_7/.writing-" + age);
    Files.createDirectories(root.resolve("runs/run_7"));
    Files.writeString(file, "half");
    return Files.setLastModifiedTime(file, FileTime.from(time.now().minus(age)));
  }
}
