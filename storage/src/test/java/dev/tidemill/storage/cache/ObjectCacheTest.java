package dev.tidemill.storage.cache;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tidemill.core.DataSize;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.core.time.SimulatedTime;
import dev.tidemill.storage.Content;
import dev.tidemill.storage.LocalObjectStore;
import dev.tidemill.storage.ObjectKey;
import dev.tidemill.storage.Sha256;
import dev.tidemill.storage.StorageError;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("R13")
class ObjectCacheTest {
  private static final int BUDGET = 1000;

  private final Path folder;
  private final WatchedStore store;
  private final ObjectCache cache;

  ObjectCacheTest(@TempDir Path temp) {
    folder = temp.resolve("cache");
    store = new WatchedStore(new LocalObjectStore(temp.resolve("objects"), new SimulatedTime()));
    cache = new ObjectCache(store, folder, new DataSize(BUDGET));
  }

  @AfterEach
  void close() {
    cache.close();
  }

  @Test
  void an_object_is_fetched_once_and_stays() throws IOException {
    var key = put("a.parquet", "hello");
    for (int i = 0; i < 3; i++) {
      try (CachedObject object = cache.open(key, Expected.ANYTHING)) {
        assertThat(object.file()).hasContent("hello").hasExtension("parquet");
        assertThat(object.info().size()).isEqualTo(5);
      }
    }
    assertThat(store.opened()).isEqualTo(1);
  }

  @Test
  void many_at_once_fetch_once_and_read_the_same() throws Exception {
    var key = put("a.csv.gz", "x".repeat(500));
    var readers =
        IntStream.range(0, 32)
            .<Callable<String>>mapToObj(
                i ->
                    () -> {
                      try (CachedObject object = cache.open(key, Expected.ANYTHING)) {
                        assertThat(object.file().toString()).endsWith(".csv.gz");
                        return Files.readString(object.file());
                      }
                    })
            .toList();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var answer : threads.invokeAll(readers)) {
        assertThat(answer.get()).isEqualTo("x".repeat(500));
      }
    }
    assertThat(store.opened()).isEqualTo(1);
  }

  @Test
  void another_version_is_another_file() throws IOException {
    var key = put("a", "old");
    try (CachedObject old = cache.open(key, Expected.ANYTHING)) {
      put("a", "newer");
      try (CachedObject now = cache.open(key, Expected.ANYTHING)) {
        assertThat(now.file()).hasContent("newer");
        assertThat(old.file()).hasContent("old");
      }
    }
  }

  @Test
  void what_was_not_used_for_longest_goes_first() throws IOException {
    var a = put("a", "a".repeat(400));
    var b = put("b", "b".repeat(400));
    var c = put("c", "c".repeat(400));
    use(a);
    use(b);
    use(a);
    use(c); // b has to go

    assertThat(files()).hasSize(2);
    int before = store.opened();
    use(a);
    use(c);
    assertThat(store.opened()).isEqualTo(before);
    use(b);
    assertThat(store.opened()).isEqualTo(before + 1);
    assertThat(cache.used().bytes()).isLessThanOrEqualTo(BUDGET);
  }

  @Test
  void what_is_being_read_never_goes() throws IOException {
    var a = put("a", "a".repeat(600));
    var b = put("b", "b".repeat(600));
    try (CachedObject reading = cache.open(a, Expected.ANYTHING)) {
      var problem = fails(() -> cache.open(b, Expected.ANYTHING), StorageError.STORAGE_FULL);
      assertThat(problem.cause()).contains("600 bytes are being read");
      assertThat(problem.next()).isNotBlank();
      assertThat(reading.file()).hasContent("a".repeat(600));
    }
    use(b);
    assertThat(files()).hasSize(1);
  }

  @Test
  void closing_a_reader_twice_is_closing_it_once() throws IOException {
    var a = put("a", "a".repeat(600));
    var b = put("b", "b".repeat(600));
    CachedObject first = cache.open(a, Expected.ANYTHING);
    try (CachedObject second = cache.open(a, Expected.ANYTHING)) {
      first.close();
      first.close();

      fails(() -> cache.open(b, Expected.ANYTHING), StorageError.STORAGE_FULL);
      assertThat(second.file()).exists();
    }
  }

  @Test
  void what_is_larger_than_the_budget_is_refused() throws IOException {
    var large = put("large", "x".repeat(BUDGET + 1));

    fails(() -> cache.open(large, Expected.ANYTHING), StorageError.STORAGE_FULL);
    assertThat(store.opened()).isZero();
    assertThat(cache.used().bytes()).isZero();
  }

  @Test
  void a_full_disk_is_told_and_leaves_nothing(@TempDir Path temp) {
    var key = put("a", "x");
    store.claimSize(1L << 60);
    try (var unlimited =
        new ObjectCache(store, temp.resolve("other"), new DataSize(Long.MAX_VALUE))) {
      var problem = fails(() -> unlimited.open(key, Expected.ANYTHING), StorageError.STORAGE_FULL);

      assertThat(problem.message()).contains("does not fit on the disk");
      assertThat(unlimited.used().bytes()).isZero();
    }
  }

  @Test
  void length_and_checksum_are_verified() throws IOException {
    var key = put("a", "hello");
    String right = Sha256.hex("hello".getBytes(UTF_8));
    String wrong = Sha256.hex("other".getBytes(UTF_8));

    fails(() -> cache.open(key, new Expected(6L, null)), StorageError.OBJECT_DAMAGED);
    fails(() -> cache.open(key, new Expected(5L, wrong)), StorageError.OBJECT_DAMAGED);
    assertThat(files()).isEmpty();
    cache.open(key, new Expected(5L, right)).close();
    fails(() -> cache.open(key, new Expected(5L, wrong)), StorageError.OBJECT_DAMAGED);
    cache.open(key, new Expected(null, right.toUpperCase(Locale.ROOT))).close();
    assertThat(store.opened()).isEqualTo(2);
  }

  @Test
  void a_download_that_ends_early_or_late_is_no_object() throws IOException {
    var key = put("a", "hello");
    for (String other : List.of("hell", "hello!", "")) {
      store.give(() -> new ByteArrayInputStream(other.getBytes(UTF_8)));
      fails(() -> cache.open(key, Expected.ANYTHING), StorageError.OBJECT_DAMAGED);
    }
    assertThat(files()).isEmpty();
    assertThat(cache.used().bytes()).isZero();
  }

  @Test
  void an_object_replaced_during_its_download_is_told() throws IOException {
    var key = put("a", "hello");
    store.give(
        () -> {
          put("a", "later");
          return new ByteArrayInputStream("hello".getBytes(UTF_8));
        });

    fails(() -> cache.open(key, Expected.ANYTHING), StorageError.OBJECT_CHANGED);
    use(key);
  }

  @Test
  void a_fetch_that_failed_is_tried_again_by_those_who_waited() throws Exception {
    var key = put("a", "hello");
    store.give(
        () -> {
          throw new IOException("broke");
        });
    var readers =
        IntStream.range(0, 8)
            .<Callable<Optional<TidemillException>>>mapToObj(
                i ->
                    () -> {
                      try (CachedObject object = cache.open(key, Expected.ANYTHING)) {
                        assertThat(object.file()).hasContent("hello");
                        return Optional.empty();
                      } catch (TidemillException e) {
                        return Optional.of(e);
                      }
                    })
            .toList();
    int failed = 0;
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var answer : threads.invokeAll(readers)) {
        failed += answer.get().isPresent() ? 1 : 0;
      }
    }
    assertThat(failed).isEqualTo(1);
  }

  @Test
  void leftovers_of_a_crash_go_and_other_files_stay(@TempDir Path temp) throws IOException {
    Files.writeString(temp.resolve("object-0123.parquet"), "x");
    Files.writeString(temp.resolve("object-0123.parquet.part"), "x");
    Path mine = Files.writeString(temp.resolve("notes.txt"), "x");
    try (var other = new ObjectCache(store, temp, new DataSize(BUDGET))) {
      assertThat(other.used().bytes()).isZero();
      try (var left = Files.newDirectoryStream(temp, "object-*")) {
        assertThat(left).isEmpty();
      }
      assertThat(mine).exists();
    }
  }

  @Test
  void a_folder_is_the_cache_of_one_at_a_time() {
    var problem =
        fails(
            () -> new ObjectCache(store, folder, new DataSize(BUDGET)),
            StorageError.STORAGE_UNAVAILABLE);
    assertThat(problem.message()).contains("another process");

    cache.close();
    new ObjectCache(store, folder, new DataSize(BUDGET)).close();
  }

  @Test
  void what_is_not_there_is_told() {
    fails(() -> cache.open(ObjectKey.of("none"), Expected.ANYTHING), StorageError.OBJECT_NOT_FOUND);
  }

  @Test
  void under_many_readers_files_are_there_and_the_budget_holds() throws Exception {
    var keys =
        IntStream.range(0, 12)
            .mapToObj(i -> put("k" + i, ("" + (char) ('a' + i)).repeat(150 + i)))
            .toList();
    var work =
        IntStream.range(0, 8)
            .<Callable<Integer>>mapToObj(
                seed ->
                    () -> {
                      var random = new Random(seed);
                      int full = 0;
                      for (int i = 0; i < 200; i++) {
                        int k = random.nextInt(keys.size());
                        try (CachedObject object = cache.open(keys.get(k), Expected.ANYTHING)) {
                          assertThat(object.file())
                              .hasContent(("" + (char) ('a' + k)).repeat(150 + k));
                        } catch (TidemillException e) {
                          assertThat(e.code()).isEqualTo(StorageError.STORAGE_FULL);
                          full++;
                        }
                        assertThat(cache.used().bytes()).isBetween(0L, (long) BUDGET);
                      }
                      return full;
                    })
            .toList();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var answer : threads.invokeAll(work)) {
        assertThat(answer.get()).isLessThan(200);
      }
    }
    long onDisk = 0;
    for (Path file : files()) {
      onDisk += Files.size(file);
    }
    assertThat(onDisk).isEqualTo(cache.used().bytes());
  }

  private ObjectKey put(String name, String content) {
    var key = ObjectKey.of(name);
    store.put(key, Content.of(content.getBytes(UTF_8)));
    return key;
  }

  private void use(ObjectKey key) {
    cache.open(key, Expected.ANYTHING).close();
  }

  private List<Path> files() throws IOException {
    var files = new ArrayList<Path>();
    try (var found = Files.newDirectoryStream(folder, "object-*")) {
      found.forEach(files::add);
    }
    return files;
  }

  private static Problem fails(ThrowingCallable call, StorageError code) {
    var failure = catchThrowableOfType(TidemillException.class, call);
    assertThat(failure).isNotNull();
    assertThat(failure.code()).as(failure.problem().toString()).isEqualTo(code);
    return failure.problem();
  }

  interface Download {
    InputStream open() throws IOException;
  }
}
