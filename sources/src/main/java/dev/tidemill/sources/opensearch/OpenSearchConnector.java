package dev.tidemill.sources.opensearch;

import dev.tidemill.core.time.TimeSource;
import dev.tidemill.sources.Chunk;
import dev.tidemill.sources.ChunkRows;
import dev.tidemill.sources.Connector;
import dev.tidemill.sources.Snapshot;
import dev.tidemill.sources.SourceRequest;
import dev.tidemill.sources.SourceSession;

/** OpenSearch and Elasticsearch, by points in time. */
public final class OpenSearchConnector implements Connector {
  private final Flavour flavour;
  private final TimeSource time;

  public OpenSearchConnector(Flavour flavour, TimeSource time) {
    this.flavour = flavour;
    this.time = time;
  }

  @Override
  public String scheme() {
    return flavour.scheme();
  }

  @Override
  public SourceSession open(SourceRequest request) {
    return IndexSession.open(flavour, request, time);
  }

  @Override
  public ChunkRows read(SourceRequest request, Snapshot snapshot, Chunk chunk) {
    String id = snapshot.id();
    if (snapshot.kind() != Snapshot.Kind.EXPORTED || id == null) {
      throw OpenSearchErrors.lost("it was never exported");
    }
    var http = new OpenSearchHttp(request);
    try {
      Index index = Index.find(http, request);
      return new IndexRows(http, index.search(flavour, id), chunk, true);
    } catch (RuntimeException e) {
      http.close();
      throw e;
    }
  }
}
