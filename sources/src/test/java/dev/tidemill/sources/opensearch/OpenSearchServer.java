package dev.tidemill.sources.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemill.sources.Credential;
import dev.tidemill.sources.SourceRequest;
import dev.tidemill.sources.SourceUri;
import dev.tidemill.testkit.ChildProcess;
import dev.tidemill.testkit.RepositoryRoot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A real node in a JVM of its own. It takes a while to start, so tests share one. */
public final class OpenSearchServer implements AutoCloseable {
  private static final AtomicInteger INDEXES = new AtomicInteger();

  private final ChildProcess node;
  private final int port;
  private final OpenSearchHttp http;

  public OpenSearchServer(Path folder) throws IOException {
    Path module = RepositoryRoot.path().resolve("sources");
    node =
        ChildProcess.command(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                Files.readString(module.resolve("target/opensearch.classpath")).strip(),
                module
                    .resolve("src/test/node/dev/tidemill/sources/node/OpenSearchNode.java")
                    .toString(),
                folder.toString())
            .start();
    port = Integer.parseInt(node.awaitLine("^port (\\d+)$", Duration.ofMinutes(3)).group(1));
    http = new OpenSearchHttp(request(uri("any")));
  }

  public SourceUri uri(String index) {
    return SourceUri.of("opensearch://127.0.0.1:%d/%s".formatted(port, index));
  }

  static SourceRequest request(SourceUri uri) {
    return SourceRequest.all(uri, Credential.NONE);
  }

  /** An index with these fields, as {@code "n":{"type":"long"}}. */
  public String newIndex(int shards, String properties) {
    String name = "t" + INDEXES.incrementAndGet();
    call(
        "PUT",
        "/" + name,
        "{\"settings\":{\"number_of_shards\":%d,\"number_of_replicas\":0},\"mappings\":{\"properties\":{%s}}}"
            .formatted(shards, properties));
    return name;
  }

  public void put(String index, String id, String document) {
    call("PUT", "/%s/_doc/%s?refresh=true".formatted(index, id), document);
  }

  public void bulk(String index, String lines) {
    try (var client = HttpClient.newHttpClient()) {
      var request =
          HttpRequest.newBuilder(
                  URI.create("http://127.0.0.1:%d/%s/_bulk?refresh=true".formatted(port, index)))
              .header("content-type", "application/x-ndjson")
              .timeout(Duration.ofMinutes(1))
              .POST(HttpRequest.BodyPublishers.ofString(lines))
              .build();
      String answer = client.send(request, HttpResponse.BodyHandlers.ofString()).body();
      if (!answer.contains("\"errors\":false")) {
        throw new IllegalStateException(answer);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  JsonNode call(String method, String path, @Nullable String body) {
    try {
      return http.call(method, path, body == null ? null : OpenSearchHttp.JSON.readTree(body));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    http.close();
    node.close();
  }
}
