package dev.tidemill.jobs.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.ErrorCatalog;
import dev.tidemill.core.error.ErrorCode;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.jobs.json.Fields;
import dev.tidemill.jobs.json.Json;
import dev.tidemill.jobs.json.Listing;
import dev.tidemill.jobs.json.ProblemJson;
import dev.tidemill.jobs.json.RemoteError;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/** Calls to one server, each within a limit. Thread-safe. */
public final class HttpCalls implements AutoCloseable {
  private static final String NOT_OURS = "what came is not an answer of a server of this release";

  private static final int MOST_OF_AN_ERROR = 1 << 20;

  private final ServerAddress server;
  private final ErrorCatalog codes;
  private final Duration limit;
  private final HttpClient client;

  public HttpCalls(
      ServerAddress server, ErrorCatalog codes, Duration connectLimit, Duration limit) {
    this.server = server;
    this.codes = codes;
    this.limit = limit;
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(connectLimit)
            .executor(Executors.newVirtualThreadPerTaskExecutor())
            .build();
  }

  public <T> T get(String path, Function<Fields, T> shape) {
    return call(path, request(path).GET(), shape);
  }

  /** Nothing, when there is no such thing. */
  public <T> Optional<T> find(String path, Function<Fields, T> shape) {
    try {
      return Optional.of(get(path, shape));
    } catch (TidemillException e) {
      if (e.code() == CoreError.NOT_FOUND) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** An empty list, when there is nothing that could have one. */
  public <T> List<T> list(String path, Function<Fields, T> shape) {
    return find(path, list -> Listing.read(list, shape)).orElse(List.of());
  }

  public <T> T post(String path, Function<Fields, T> shape) {
    return call(path, request(path).POST(BodyPublishers.noBody()), shape);
  }

  <T> T post(String path, ObjectNode body, Function<Fields, T> shape) {
    return post(path, body, Map.of(), shape);
  }

  public <T> T post(
      String path, ObjectNode body, Map<String, String> headers, Function<Fields, T> shape) {
    HttpRequest.Builder request =
        request(path)
            .header("content-type", "application/json")
            .POST(BodyPublishers.ofString(Json.write(body), UTF_8));
    headers.forEach(request::header);
    return call(path, request, shape);
  }

  public void delete(String path) {
    call(path, request(path).DELETE());
  }

  /**
   * Copies an answer of any length to a file. The time limit is for its beginning only.
   *
   * @param bytes how many there must be
   */
  public void download(String path, Path to, long bytes) {
    try {
      HttpRequest request = request(path).timeout(limit).GET().build();
      HttpResponse<InputStream> answer = client.send(request, BodyHandlers.ofInputStream());
      try (InputStream body = answer.body()) {
        if (answer.statusCode() >= 400) {
          throw failure(path, answer.statusCode(), Json.read(body.readNBytes(MOST_OF_AN_ERROR)));
        }
        long copied = Files.copy(body, to);
        if (copied != bytes) {
          throw new IOException("%d bytes came, not %d".formatted(copied, bytes));
        }
      }
    } catch (IOException e) {
      throw problem(CoreError.UNAVAILABLE, path, String.valueOf(e.getMessage()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw problem(CoreError.UNAVAILABLE, path, "the caller was interrupted", e);
    }
  }

  @Override
  public void close() {
    client.shutdownNow();
  }

  private HttpRequest.Builder request(String path) {
    HttpRequest.Builder request = HttpRequest.newBuilder(server.at(path));
    if (server.token() != null) {
      request.header("authorization", "Bearer " + server.token());
    }
    return request;
  }

  private <T> T call(String path, HttpRequest.Builder request, Function<Fields, T> shape) {
    JsonNode body = call(path, request);
    try {
      return shape.apply(Fields.of(body));
    } catch (RuntimeException e) {
      // Whatever is wrong with an answer, it is not the caller's input.
      throw problem(CoreError.UNAVAILABLE, path, NOT_OURS, e);
    }
  }

  private JsonNode call(String path, HttpRequest.Builder request) {
    // The client's own time-out ends with the head of the answer; this one covers all of it.
    CompletableFuture<HttpResponse<byte[]>> answer =
        client.sendAsync(request.build(), BodyHandlers.ofByteArray());
    try {
      return read(path, answer.get(limit.toMillis(), TimeUnit.MILLISECONDS));
    } catch (TimeoutException e) {
      answer.cancel(true);
      throw problem(CoreError.TIMED_OUT, path, "no answer within " + limit.toMillis() + " ms", e);
    } catch (ExecutionException e) {
      throw problem(CoreError.UNAVAILABLE, path, reason(e), e);
    } catch (InterruptedException e) {
      answer.cancel(true);
      Thread.currentThread().interrupt();
      throw problem(CoreError.UNAVAILABLE, path, "the caller was interrupted", e);
    }
  }

  private JsonNode read(String path, HttpResponse<byte[]> answer) {
    JsonNode body;
    try {
      body = Json.read(answer.body());
    } catch (TidemillException e) {
      if (answer.statusCode() >= 400) {
        throw failure(path, answer.statusCode(), Json.object());
      }
      throw problem(CoreError.UNAVAILABLE, path, NOT_OURS, e);
    }
    if (answer.statusCode() >= 400) {
      throw failure(path, answer.statusCode(), body);
    }
    return body;
  }

  private TidemillException failure(String path, int status, JsonNode body) {
    ErrorCode code = RemoteError.of(codes, body.path("code").asText(""), status);
    Problem problem = ProblemJson.read(body, code);
    return problem.message().isEmpty()
        ? Problem.of(code, "%s answered %d to %s".formatted(server, status, path)).exception()
        : problem.exception();
  }

  private TidemillException problem(ErrorCode code, String path, String why, Exception because) {
    return Problem.of(code, "the server %s did not answer %s".formatted(server, path))
        .cause(why)
        .next("check that it runs and that `server` names it; what was asked may have been done")
        .exception(because);
  }

  private static String reason(ExecutionException e) {
    Throwable why = e;
    while (why.getCause() != null) {
      why = why.getCause();
    }
    String text = why.getMessage();
    return text == null ? why.getClass().getSimpleName() : text;
  }
}
