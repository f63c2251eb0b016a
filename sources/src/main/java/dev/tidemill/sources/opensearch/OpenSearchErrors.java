package dev.tidemill.sources.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.sources.SourceError;
import java.io.IOException;

/** What the server's answers mean for whoever staged. */
final class OpenSearchErrors {
  private OpenSearchErrors() {}

  static TidemillException answered(int status, byte[] body, String path) {
    String said = "the server answered %d %s".formatted(status, reason(body));
    if (said.contains("search_context_missing") || said.contains("invalid id: [")) {
      return lost(said);
    }
    var code =
        switch (status) {
          case 401, 403 -> SourceError.SOURCE_DENIED;
          case 404 -> SourceError.SOURCE_NOT_FOUND;
          case 400 -> SourceError.INVALID_SOURCE_FILTER;
          default -> SourceError.SOURCE_UNAVAILABLE;
        };
    return Problem.of(code, "OpenSearch refused %s".formatted(path)).cause(said).exception();
  }

  static TidemillException unreachable(String server, IOException e) {
    return Problem.of(SourceError.SOURCE_UNAVAILABLE, "%s did not answer".formatted(server))
        .cause(e.toString())
        .exception(e);
  }

  static TidemillException lost(String why) {
    return Problem.of(
            SourceError.SOURCE_SNAPSHOT_LOST,
            "the point in time that the source's chunks share is gone; nothing was read")
        .cause(why)
        .next("stage the source again; parts of two moments are never mixed")
        .exception();
  }

  static TidemillException cancelled() {
    return Problem.of(SourceError.SOURCE_INTERRUPTED, "reading was cancelled").exception();
  }

  static TidemillException partial(String index, String why) {
    return Problem.of(
            SourceError.SOURCE_STREAM_BROKEN, "what %s sent is not whole".formatted(index))
        .cause(why)
        .exception();
  }

  static TidemillException value(String column, String document, String how) {
    return Problem.of(
            SourceError.SOURCE_VALUE_UNSUPPORTED,
            "column %s of document %s %s".formatted(column, document, how))
        .field(column)
        .exception();
  }

  /** Type and reason, of the error and of what caused it on the shards. */
  private static String reason(byte[] body) {
    try {
      JsonNode error = OpenSearchHttp.JSON.readTree(body).path("error");
      JsonNode root = error.path("root_cause").path(0);
      return error.path("type").asText("")
          + ": "
          + error.path("reason").asText("")
          + (root.isMissingNode()
              ? ""
              : " (%s: %s)"
                  .formatted(root.path("type").asText(""), root.path("reason").asText("")));
    } catch (IOException notJson) {
      return "";
    }
  }
}
