package dev.tidemill.sources.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.sources.Chunk;
import dev.tidemill.sources.ChunkRows;
import dev.tidemill.sources.Filters;
import dev.tidemill.sources.Snapshot;
import dev.tidemill.sources.SourceColumn;
import dev.tidemill.sources.SourceError;
import dev.tidemill.sources.SourceRequest;
import dev.tidemill.sources.SourceSession;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A point in time, asked now and then so that the server keeps it. */
final class IndexSession implements SourceSession {
  private static final Duration ASK_EVERY = Duration.ofMinutes(2);

  private final Flavour flavour;
  private final SourceRequest request;
  private final OpenSearchHttp http;
  private final Index index;
  private final IndexSearch search;
  private final Snapshot snapshot;
  private final long rows;
  private final Thread keeper;
  private volatile boolean alive = true;

  private IndexSession(
      Flavour flavour, SourceRequest request, OpenSearchHttp http, TimeSource time) {
    this.flavour = flavour;
    this.request = request;
    this.http = http;
    this.index = Index.find(http, request);
    if (request.partitionKey() != null) {
      Filters.partitionKey(
          request.partitionKey(), index.columns().stream().map(IndexColumn::name).toList());
    }
    JsonNode made =
        http.call(
            "POST",
            "%s?keep_alive=%s"
                .formatted(
                    flavour.openPath(OpenSearchHttp.escaped(index.name())), IndexSearch.KEEP_ALIVE),
            null);
    String id = flavour.id(made);
    this.search = index.search(flavour, id);
    this.snapshot =
        new Snapshot(Snapshot.Kind.EXPORTED, id, null, flavour.moment(made, time.now()));
    this.rows = count(http);
    this.keeper = Thread.ofVirtual().name("source-session").start(() -> keep(request, time));
  }

  static IndexSession open(Flavour flavour, SourceRequest request, TimeSource time) {
    var http = new OpenSearchHttp(request);
    try {
      return new IndexSession(flavour, request, http, time);
    } catch (RuntimeException e) {
      http.close();
      throw e;
    }
  }

  @Override
  public List<SourceColumn> columns() {
    return index.sourceColumns();
  }

  @Override
  public List<String> primaryKey() {
    return List.of(IndexColumn.ID);
  }

  /** Counted by the server from its index, which is as cheap as its statistics. */
  @Override
  public long estimatedRows() {
    return rows;
  }

  @Override
  public Snapshot snapshot() {
    return snapshot;
  }

  @Override
  public List<List<@Nullable String>> preview(int limit) {
    JsonNode answer =
        http.call("POST", IndexSearch.PATH, search.page(new Chunk.Whole(), limit, null));
    var found = new ArrayList<List<@Nullable String>>();
    for (JsonNode document : IndexRows.hits(search, answer).path("hits")) {
      var row = new TextRow(index.columns().size());
      DocumentRow.write(document, index.columns(), row);
      found.add(row.values());
    }
    return found;
  }

  @Override
  public List<Chunk> plan(int chunks) {
    return chunks < 2
        ? List.of(new Chunk.Whole())
        : IntStream.range(0, chunks).<Chunk>mapToObj(i -> new Chunk.Slice(i, chunks)).toList();
  }

  @Override
  public ChunkRows read(Chunk chunk) {
    return new IndexRows(new OpenSearchHttp(request), search, chunk, true);
  }

  @Override
  public boolean alive() {
    return alive && ask(http);
  }

  @Override
  public void close() {
    alive = false;
    keeper.interrupt();
    try {
      http.call("DELETE", flavour.closePath(), flavour.closeBody(search.pointInTime()));
    } catch (TidemillException gone) {
      // It ends by itself when nobody asks.
    } finally {
      http.close();
    }
  }

  private void keep(SourceRequest of, TimeSource time) {
    try (var own = new OpenSearchHttp(of)) {
      while (alive) {
        time.sleep(ASK_EVERY);
        if (!ask(own)) {
          alive = false;
        }
      }
    } catch (InterruptedException closed) {
      // The session has ended.
    }
  }

  /** Whether the server still has the point in time; one that does not answer may have it. */
  private boolean ask(OpenSearchHttp by) {
    try {
      count(by);
      return true;
    } catch (TidemillException e) {
      return e.code() != SourceError.SOURCE_SNAPSHOT_LOST;
    }
  }

  private long count(OpenSearchHttp by) {
    return IndexRows.hits(search, by.call("POST", IndexSearch.PATH, search.count()))
        .path("total")
        .path("value")
        .asLong();
  }
}
