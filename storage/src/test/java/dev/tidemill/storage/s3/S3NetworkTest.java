package dev.tidemill.storage.s3;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.core.time.SimulatedTime;
import dev.tidemill.storage.ByteRange;
import dev.tidemill.storage.Content;
import dev.tidemill.storage.ObjectKey;
import dev.tidemill.storage.StorageError;
import dev.tidemill.testkit.TcpProxy;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The store over a network that breaks, and answers that are none. */
@Tag("R13")
class S3NetworkTest {
  private static final ObjectKey KEY = ObjectKey.of("runs/run_7/evidence.parquet");

  private final S3Server server;
  private final S3Address address;
  private final TcpProxy network;
  private final S3ObjectStore store;
  private final S3ObjectStore direct;

  S3NetworkTest() throws Exception {
    server = new S3Server();
    address = server.newBucket();
    network = TcpProxy.inFrontOf(server.endpoint().toString());
    store = store(URI.create(network.url()));
    direct = store(server.endpoint());
  }

  @BeforeEach
  void connect() {
    store.head(KEY);
  }

  @AfterEach
  void close() throws Exception {
    store.close();
    direct.close();
    network.close();
    server.close();
  }

  @Test
  void a_download_goes_on_where_the_connection_broke() throws IOException {
    byte[] bytes = noise(30 << 20);
    direct.put(KEY, Content.of(bytes));

    try (InputStream in = store.open(KEY)) {
      byte[] begun = in.readNBytes(1000);
      network.cut();
      byte[] more = in.readNBytes(10 << 20);
      network.cut();
      byte[] rest = in.readAllBytes();

      assertThat(begun.length + more.length + rest.length).isEqualTo(bytes.length);
      assertThat(Arrays.equals(begun, 0, 1000, bytes, 0, 1000)).isTrue();
      assertThat(Arrays.equals(more, 0, more.length, bytes, 1000, 1000 + more.length)).isTrue();
      assertThat(
              Arrays.equals(rest, 0, rest.length, bytes, bytes.length - rest.length, bytes.length))
          .isTrue();
    }
  }

  @Test
  void a_range_goes_on_where_the_connection_broke() throws IOException {
    byte[] bytes = noise(30 << 20);
    direct.put(KEY, Content.of(bytes));

    try (InputStream in = store.open(KEY, new ByteRange(5, 25 << 20))) {
      byte[] begun = in.readNBytes(3);
      network.cut();
      byte[] rest = in.readAllBytes();

      assertThat(begun).isEqualTo(Arrays.copyOfRange(bytes, 5, 8));
      assertThat(Arrays.equals(rest, Arrays.copyOfRange(bytes, 8, 5 + (25 << 20)))).isTrue();
    }
  }

  @Test
  void a_download_never_goes_on_with_another_version() throws IOException {
    direct.put(KEY, Content.of(noise(30 << 20)));

    try (InputStream in = store.open(KEY)) {
      in.readNBytes(1000);
      direct.put(KEY, Content.of(noise((30 << 20) + 1)));
      network.cut();

      assertThatThrownBy(in::readAllBytes)
          .isInstanceOf(IOException.class)
          .cause()
          .isInstanceOfSatisfying(
              TidemillException.class,
              e -> assertThat(e.code()).isEqualTo(StorageError.OBJECT_CHANGED));
    }
  }

  @Test
  void an_upload_goes_on_after_connections_broke() throws IOException {
    byte[] bytes = noise(3 * S3Upload.PART);
    var cutting =
        new ByteArrayInputStream(bytes) {
          @Override
          public synchronized int read(byte[] buffer, int offset, int length) {
            network.cut();
            return super.read(buffer, offset, length);
          }
        };
    store.put(KEY, Content.of(cutting));

    try (InputStream in = direct.open(KEY)) {
      assertThat(Arrays.equals(in.readAllBytes(), bytes)).isTrue();
    }
  }

  @Test
  void who_stored_it_learns_so_although_the_answer_was_lost() throws Exception {
    network.dropAnswers();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var storing =
          threads.submit(() -> store.putIfAbsent(KEY, Content.of("mine".getBytes(UTF_8))));
      await().atMost(Duration.ofSeconds(60)).until(() -> direct.head(KEY).isPresent());
      network.heal();

      assertThat(storing.get(2, TimeUnit.MINUTES)).isEqualTo(direct.head(KEY)).isPresent();
    }
    assertThat(store.putIfAbsent(KEY, Content.of("other".getBytes(UTF_8)))).isEmpty();
  }

  @Test
  void passing_faults_of_the_store_are_tried_again() throws IOException {
    var requests = new AtomicInteger();
    try (var faulty = new Answers(requests, 503, 500, 503, 204);
        var patient = store(faulty.endpoint())) {
      patient.delete(KEY);
    }
    assertThat(requests).hasValue(4);
  }

  @Test
  void lasting_faults_end_in_an_error_that_hides_the_secrets() throws IOException {
    try (var faulty = new Answers(new AtomicInteger(), 503);
        var patient = store(faulty.endpoint())) {
      var failure = catchThrowableOfType(TidemillException.class, () -> patient.delete(KEY));

      assertThat(failure.code()).isEqualTo(StorageError.STORAGE_UNAVAILABLE);
      assertThat(failure.code().retryable()).isTrue();
      assertThat(failure.problem().cause()).contains("503");
      assertHidden(failure);
    }
  }

  @Test
  void a_store_that_is_not_there_is_told() {
    network.close();
    var failure = catchThrowableOfType(TidemillException.class, () -> store.head(KEY));

    assertThat(failure.code()).isEqualTo(StorageError.STORAGE_UNAVAILABLE);
    assertThat(failure.problem().next()).contains("endpoint");
  }

  @Test
  void wrong_credentials_are_told_and_not_repeated() {
    var wrong =
        new S3Settings(
            server.endpoint(), null, true, new S3Settings.Credentials("the-access-key", "wrong"));
    try (var denied = new S3ObjectStore(address, wrong, new SimulatedTime())) {
      var failure =
          catchThrowableOfType(
              TidemillException.class, () -> denied.put(KEY, Content.of(new byte[1])));

      assertThat(failure.code()).isEqualTo(StorageError.STORAGE_DENIED);
      assertHidden(failure);
      assertThat(wrong.toString() + denied).doesNotContain("the-access-key", "wrong");
    }
  }

  @Test
  void a_bucket_that_is_not_there_is_told() {
    var nowhere = new S3Address("no-such-bucket", "");
    try (var missing = new S3ObjectStore(nowhere, server.settings(), new SimulatedTime())) {
      var failure =
          catchThrowableOfType(
              TidemillException.class, () -> missing.put(KEY, Content.of(new byte[1])));

      assertThat(failure.problem().cause()).contains("NoSuchBucket");
      assertThat(failure.problem().next()).contains("bucket exists");
    }
  }

  private static void assertHidden(TidemillException failure) {
    assertThat(failure.problem().toString() + failure)
        .doesNotContain(S3Server.CREDENTIALS.accessKey(), S3Server.CREDENTIALS.secretKey());
  }

  private S3ObjectStore store(URI endpoint) {
    return new S3ObjectStore(address, S3Server.settings(endpoint), new SimulatedTime());
  }

  private static byte[] noise(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  /** Answers with one status after the other, the last one for ever. */
  private static final class Answers implements AutoCloseable {
    private final HttpServer http;

    Answers(AtomicInteger requests, int... statuses) throws IOException {
      http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      http.createContext(
          "/",
          exchange -> {
            int n = Math.min(requests.getAndIncrement(), statuses.length - 1);
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(statuses[n], -1);
            exchange.close();
          });
      http.start();
    }

    URI endpoint() {
      return URI.create("http://127.0.0.1:" + http.getAddress().getPort());
    }

    @Override
    public void close() {
      http.stop(0);
    }
  }
}
