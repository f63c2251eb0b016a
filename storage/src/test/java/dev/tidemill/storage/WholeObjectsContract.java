package dev.tidemill.storage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.core.error.TidemillException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An object is there whole or not at all, whatever happens to its writer. */
@Tag("J9")
public abstract class WholeObjectsContract {
  private static final ObjectKey KEY = ObjectKey.of("runs/run_7/matched.parquet");
  private static final int SIZE = 4 << 20;

  /** An empty store; calls within one test give the same. */
  protected abstract ObjectStore store();

  @Test
  void a_writer_that_fails_half_way_leaves_nothing() {
    var content = new StopsHalfWay(WholeObjectsContract::fail);
    StorageAssertions.assertFails(
        () -> store().put(KEY, Content.of(content)), StorageError.CONTENT_UNREADABLE);
    var other = new StopsHalfWay(WholeObjectsContract::fail);
    StorageAssertions.assertFails(
        () -> store().putIfAbsent(KEY, Content.of(other)), StorageError.CONTENT_UNREADABLE);

    assertThat(content.closed && other.closed).isTrue();
    assertThat(store().head(KEY)).isEmpty();
    assertThat(store().list("", null, 10).objects()).isEmpty();
  }

  @Test
  void a_writer_that_fails_half_way_leaves_the_old_version() throws IOException {
    store().put(KEY, ObjectStoreContract.text("old"));
    var content = new StopsHalfWay(WholeObjectsContract::fail);
    StorageAssertions.assertFails(
        () -> store().put(KEY, Content.of(content)), StorageError.CONTENT_UNREADABLE);

    assertThat(read()).asString(UTF_8).isEqualTo("old");
  }

  @Test
  void an_interrupted_writer_leaves_nothing_and_stays_interrupted() throws Exception {
    var failure = new AtomicReference<@Nullable Throwable>();
    var interrupted = new AtomicReference<@Nullable Boolean>();
    Thread writer =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    store()
                        .put(
                            KEY,
                            Content.of(new StopsHalfWay(() -> Thread.currentThread().interrupt())));
                  } catch (TidemillException e) {
                    failure.set(e);
                  }
                  interrupted.set(Thread.currentThread().isInterrupted());
                });
    writer.join(60_000);

    assertThat(failure.get())
        .isInstanceOfSatisfying(
            TidemillException.class,
            e -> assertThat(e.code()).isEqualTo(StorageError.STORAGE_INTERRUPTED));
    assertThat(interrupted.get()).isTrue();
    assertThat(store().head(KEY)).isEmpty();
    assertThat(store().list("", null, 10).objects()).isEmpty();
  }

  @Test
  void while_a_writer_writes_readers_see_what_was_before() throws Exception {
    var halfWay = new CountDownLatch(1);
    var goOn = new CountDownLatch(1);
    var slow =
        new StopsHalfWay(
            () -> {
              halfWay.countDown();
              assertThat(goOn.await(60, TimeUnit.SECONDS)).isTrue();
            });
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var writing = threads.submit(() -> store().put(KEY, Content.of(slow)));
      assertThat(halfWay.await(60, TimeUnit.SECONDS)).isTrue();

      assertThat(store().head(KEY)).isEmpty();
      assertThat(store().list("runs/", null, 10).objects()).isEmpty();

      goOn.countDown();
      assertThat(writing.get().size()).isEqualTo(SIZE);
    }
    assertThat(read()).hasSize(SIZE);
  }

  @Test
  void a_reader_finishes_the_version_it_opened() throws IOException {
    store().put(KEY, filled('a'));
    try (InputStream reader = store().open(KEY)) {
      byte[] begun = reader.readNBytes(1000);
      store().put(KEY, filled('b'));
      byte[] rest = reader.readAllBytes();

      assertThat(uniform(begun)).isEqualTo((byte) 'a');
      assertThat(uniform(rest)).isEqualTo((byte) 'a');
      assertThat(begun.length + rest.length).isEqualTo(SIZE);
    }
    assertThat(uniform(read())).isEqualTo((byte) 'b');
  }

  @Test
  void readers_meet_whole_versions_only_while_writers_replace_them() throws Exception {
    store().put(KEY, filled('a'));
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var writing =
          threads.submit(
              () -> {
                for (char c = 'b'; c <= 'k'; c++) {
                  store().put(KEY, filled(c));
                }
              });
      while (!writing.isDone()) {
        byte[] seen = read();
        assertThat(seen).hasSize(SIZE);
        assertThat(uniform(seen)).isBetween((byte) 'a', (byte) 'k');
      }
      writing.get();
    }
  }

  private byte[] read() throws IOException {
    try (InputStream in = store().open(KEY)) {
      return in.readAllBytes();
    }
  }

  private static Content filled(char with) {
    byte[] bytes = new byte[SIZE];
    Arrays.fill(bytes, (byte) with);
    return Content.of(bytes);
  }

  /** The byte all are equal to. */
  private static byte uniform(byte[] bytes) {
    for (byte b : bytes) {
      assertThat(b).isEqualTo(bytes[0]);
    }
    return bytes[0];
  }

  private static void fail() throws IOException {
    throw new IOException("the source is gone");
  }

  private interface Interlude {
    void run() throws IOException, InterruptedException;
  }

  /** Content in the middle of which something happens. */
  private static final class StopsHalfWay extends InputStream {
    private final Interlude interlude;
    private int left = SIZE;
    private boolean closed;

    StopsHalfWay(Interlude interlude) {
      this.interlude = interlude;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0];
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      if (left == SIZE / 2) {
        try {
          interlude.run();
        } catch (InterruptedException e) {
          throw new IOException(e);
        }
      }
      if (left == 0) {
        return -1;
      }
      int n = Math.min(length, left > SIZE / 2 ? left - SIZE / 2 : left);
      Arrays.fill(bytes, offset, offset + n, (byte) 'x');
      left -= n;
      return n;
    }

    @Override
    public void close() {
      closed = true;
    }
  }
}
