package dev.tidemill.storage.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tidemill.core.error.TidemillException;
import dev.tidemill.core.time.SystemTime;
import dev.tidemill.storage.Content;
import dev.tidemill.storage.ObjectInfo;
import dev.tidemill.storage.ObjectKey;
import dev.tidemill.storage.StorageError;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.MultipartUpload;

/** Objects that are sent in parts, and what remains of those that were not sent to their end. */
@Tag("R13")
class S3UploadTest {
  private static final ObjectKey KEY = ObjectKey.of("runs/run_7/large");
  private static final int SIZE = 2 * S3Upload.PART + 12_345;

  @SuppressWarnings("NullAway.Init") // before all
  private static S3Server server;

  @SuppressWarnings("NullAway.Init") // before each
  private S3Address address;

  @SuppressWarnings("NullAway.Init")
  private S3ObjectStore store;

  @BeforeAll
  static void start() throws Exception {
    server = new S3Server();
  }

  @AfterAll
  static void stop() throws Exception {
    server.close();
  }

  @BeforeEach
  void open() {
    address = server.newBucket();
    store = new S3ObjectStore(address, server.settings(), new SystemTime());
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void what_is_larger_than_a_part_comes_back_whole(@TempDir Path folder) throws IOException {
    byte[] bytes = noise();
    Path file = Files.write(folder.resolve("large"), bytes);
    for (Content content :
        List.of(Content.of(bytes), Content.of(file), Content.of(new ByteArrayInputStream(bytes)))) {
      ObjectInfo stored = store.put(KEY, content);

      assertThat(stored.size()).isEqualTo(SIZE);
      assertThat(stored.etag()).endsWith("-3"); // parts
      assertThat(store.head(KEY)).contains(stored);
      try (InputStream in = store.open(KEY)) {
        assertThat(in.readAllBytes()).isEqualTo(bytes);
      }
    }
    assertThat(uploads()).isEmpty();
  }

  @Test
  void exactly_one_part_is_an_object_too() {
    assertThat(store.put(KEY, Content.of(new byte[S3Upload.PART])).size()).isEqualTo(S3Upload.PART);
    assertThat(store.head(KEY))
        .hasValueSatisfying(o -> assertThat(o.size()).isEqualTo(S3Upload.PART));
  }

  @Test
  void a_source_that_fails_after_some_parts_leaves_nothing() {
    var failure =
        catchThrowableOfType(
            TidemillException.class,
            () ->
                store.put(
                    KEY,
                    Content.of(
                        endingWith(
                            () -> {
                              throw new IOException("the source is gone");
                            }))));

    assertThat(failure.code()).isEqualTo(StorageError.CONTENT_UNREADABLE);
    assertThat(store.head(KEY)).isEmpty();
    assertThat(uploads()).isEmpty();
  }

  @Test
  void a_writer_interrupted_after_some_parts_leaves_nothing() {
    var failure =
        catchThrowableOfType(
            TidemillException.class,
            () -> store.put(KEY, Content.of(endingWith(() -> Thread.currentThread().interrupt()))));

    assertThat(Thread.interrupted()).isTrue();
    assertThat(failure.code()).isEqualTo(StorageError.STORAGE_INTERRUPTED);
    assertThat(store.head(KEY)).isEmpty();
    assertThat(uploads()).isEmpty();
  }

  @Test
  void while_parts_are_sent_nothing_is_visible() {
    store.put(
        KEY,
        Content.of(
            endingWith(
                () -> {
                  assertThat(store.head(KEY)).isEmpty();
                  assertThat(store.list("", null, 10).objects()).isEmpty();
                  assertThat(uploads()).hasSize(1);
                })));

    assertThat(store.head(KEY)).isPresent();
  }

  @Test
  void of_several_that_send_parts_exactly_one_put_if_absent_wins() throws Exception {
    var attempts =
        IntStream.range(0, 4)
            .<Callable<Boolean>>mapToObj(
                i -> () -> store.putIfAbsent(KEY, Content.of(endingWith(() -> {}))).isPresent())
            .toList();
    int winners = 0;
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var answer : threads.invokeAll(attempts)) {
        winners += answer.get() ? 1 : 0;
      }
    }

    assertThat(winners).isEqualTo(1);
    assertThat(uploads()).isEmpty();
  }

  @Test
  void what_a_crashed_writer_left_is_swept_by_age() {
    try (S3Client client = server.client()) {
      client.createMultipartUpload(
          r -> r.bucket(address.bucket()).key(address.prefix() + "runs/dead"));
      client.createMultipartUpload(r -> r.bucket(address.bucket()).key("another/dead"));
    }

    assertThat(store.sweep(Duration.ofHours(1))).isZero();
    assertThat(store.sweep(Duration.ofHours(-1))).isEqualTo(1);
    assertThat(uploads()).extracting(MultipartUpload::key).containsExactly("another/dead");
  }

  private List<MultipartUpload> uploads() {
    try (S3Client client = server.client()) {
      return client.listMultipartUploads(r -> r.bucket(address.bucket())).uploads();
    }
  }

  private static byte[] noise() {
    byte[] bytes = new byte[SIZE];
    new Random(7).nextBytes(bytes);
    return bytes;
  }

  private interface Last {
    void happens() throws IOException;
  }

  /** Something happens before the last part. */
  private static InputStream endingWith(Last last) {
    return new InputStream() {
      private int left = SIZE;
      private boolean happened;

      @Override
      public int read() throws IOException {
        return read(new byte[1], 0, 1);
      }

      @Override
      public int read(byte[] bytes, int offset, int length) throws IOException {
        if (left < 12_345 + 1 && !happened) {
          happened = true;
          last.happens();
        }
        int n = Math.min(length, left);
        left -= n;
        return n == 0 ? -1 : n;
      }
    };
  }
}
