package dev.tidemill.sources.opensearch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpServer;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.core.time.SystemTime;
import dev.tidemill.sources.Chunk;
import dev.tidemill.sources.Snapshot;
import dev.tidemill.sources.SourceError;
import dev.tidemill.sources.SourceUri;
import dev.tidemill.sources.proof.RowHash;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers that a healthy node does not give, from a stub of a few lines. */
@Tag("R7")
class WholeAnswersTest {
  private static final String WHOLE = "\"timed_out\":false,\"_shards\":{\"failed\":0}";
  private static final String NOTHING = "\"hits\":{\"total\":{\"value\":0},\"hits\":[]}";

  private final ArrayDeque<String> answers = new ArrayDeque<>();
  private final HttpServer stub;

  WholeAnswersTest() throws IOException {
    stub = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    stub.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          String answer =
              exchange.getRequestURI().getPath().endsWith("/_mapping")
                  ? "{\"x\":{\"mappings\":{\"properties\":{\"n\":{\"type\":\"long\"}}}}}"
                  : answers.remove();
          byte[] bytes = answer.getBytes(UTF_8);
          exchange.sendResponseHeaders(200, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    stub.start();
  }

  @AfterEach
  void stop() {
    stub.stop(0);
  }

  @Test
  void as_many_documents_as_were_counted_are_whole() {
    answers.addAll(List.of(answer(WHOLE, NOTHING), answer(WHOLE, one(1)), answer(WHOLE, none(1))));

    assertThat(read().rows()).isEqualTo(1);
  }

  @Test
  void fewer_documents_than_were_counted_are_an_error() {
    answers.addAll(List.of(answer(WHOLE, NOTHING), answer(WHOLE, one(2)), answer(WHOLE, none(2))));

    assertBroken();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"timed_out\":true,\"_shards\":{\"failed\":0}",
        "\"timed_out\":false,\"_shards\":{\"failed\":1}",
        "\"timed_out\":false"
      })
  void an_answer_that_misses_something_is_an_error(String state) {
    answers.addAll(List.of(answer(WHOLE, NOTHING), answer(state, one(1)), answer(WHOLE, none(1))));

    assertBroken();
  }

  private void assertBroken() {
    var failure = catchThrowableOfType(TidemillException.class, this::read);
    assertThat(failure.code()).isEqualTo(SourceError.SOURCE_STREAM_BROKEN);
  }

  private RowHash read() {
    var uri = SourceUri.of("opensearch://127.0.0.1:%d/x".formatted(stub.getAddress().getPort()));
    var snapshot = new Snapshot(Snapshot.Kind.EXPORTED, "pit", null, Instant.EPOCH);
    var hash = new RowHash();
    try (var rows =
        new OpenSearchConnector(Flavour.OPENSEARCH, new SystemTime())
            .read(OpenSearchServer.request(uri), snapshot, new Chunk.Whole())) {
      while (rows.next(hash)) {}
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    return hash;
  }

  private static String answer(String state, String hits) {
    return "{%s,%s}".formatted(state, hits);
  }

  private static String one(int total) {
    return "\"hits\":{\"total\":{\"value\":%d},\"hits\":[{\"_id\":\"a\",\"fields\":{\"n\":[1]},\"sort\":[\"x\",\"a\"]}]}"
        .formatted(total);
  }

  private static String none(int total) {
    return "\"hits\":{\"total\":{\"value\":%d},\"hits\":[]}".formatted(total);
  }
}
