package dev.tidemill.sources.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemill.sources.Chunk;
import dev.tidemill.sources.ChunkRows;
import dev.tidemill.sources.SourceColumn;
import dev.tidemill.sql.arrow.RowSink;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Pages of documents, one after the other, as rows. */
final class IndexRows implements ChunkRows {
  private static final int PAGE = 1000;
  private static final int FEW = 10;
  private static final int LARGE_ANSWER = 16 << 20;

  private final OpenSearchHttp http;
  private final IndexSearch search;
  private final Chunk chunk;
  private final boolean ownsHttp;
  private int page = PAGE;
  private @Nullable JsonNode after;
  private long rows;
  private boolean checked;

  IndexRows(OpenSearchHttp http, IndexSearch search, Chunk chunk, boolean ownsHttp) {
    this.http = http;
    this.search = search;
    this.chunk = chunk;
    this.ownsHttp = ownsHttp;
  }

  @Override
  public List<SourceColumn> columns() {
    return search.index().sourceColumns();
  }

  @Override
  public boolean next(RowSink sink) {
    if (!checked) {
      requireNothingIgnored();
      checked = true;
    }
    var answer = http.ask("POST", IndexSearch.PATH, search.page(chunk, page, after));
    JsonNode found = hits(search, answer.json());
    JsonNode documents = found.path("hits");
    for (JsonNode document : documents) {
      DocumentRow.write(document, search.index().columns(), sink);
      after = document.path("sort");
    }
    rows += documents.size();
    if (answer.bytes() > LARGE_ANSWER) {
      page = Math.max(FEW, page / 2);
    }
    if (!documents.isEmpty()) {
      return true;
    }
    long expected = found.path("total").path("value").asLong(-1);
    if (rows != expected) {
      throw OpenSearchErrors.partial(
          search.index().name(), "%d documents came, %d are there".formatted(rows, expected));
    }
    return false;
  }

  /** The hits of an answer that is whole. */
  static JsonNode hits(IndexSearch search, JsonNode answer) {
    if (answer.path("timed_out").asBoolean(true)
        || answer.path("_shards").path("failed").asInt(1) != 0) {
      throw OpenSearchErrors.partial(search.index().name(), "shards failed or ran out of time");
    }
    return answer.path("hits");
  }

  @Override
  public void cancel() {
    http.cancel();
  }

  @Override
  public void close() {
    if (ownsHttp) {
      http.close();
    }
  }

  private void requireNothingIgnored() {
    JsonNode found = hits(search, http.call("POST", IndexSearch.PATH, search.ignored()));
    long bad = found.path("total").path("value").asLong(-1);
    if (bad != 0) {
      JsonNode first = found.path("hits").path(0);
      throw OpenSearchErrors.value(
          String.join(", ", names(first.path("_ignored"))),
          first.path("_id").asText(),
          "and of %d documents in all holds values that OpenSearch has not indexed".formatted(bad));
    }
  }

  private static List<String> names(JsonNode ignored) {
    return ignored.isEmpty()
        ? List.of("(unknown)")
        : ignored.valueStream().map(JsonNode::asText).toList();
  }
}
