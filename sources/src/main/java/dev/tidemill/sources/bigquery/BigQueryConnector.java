package dev.tidemill.sources.bigquery;

import com.google.api.services.bigquery.model.Table;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.sources.Chunk;
import dev.tidemill.sources.ChunkRows;
import dev.tidemill.sources.Connector;
import dev.tidemill.sources.Filter;
import dev.tidemill.sources.Snapshot;
import dev.tidemill.sources.SourceError;
import dev.tidemill.sources.SourceRequest;
import dev.tidemill.sources.SourceSession;
import dev.tidemill.sources.SourceUri;
import java.util.List;
import java.util.Objects;

/** {@code bigquery://project/dataset?table=name}; a password is a service account's key as JSON. */
public final class BigQueryConnector implements Connector {
  private static final String ENDPOINT = "https://bigquery.googleapis.com/";

  private final TimeSource time;
  private final String endpoint;

  public BigQueryConnector(TimeSource time) {
    this(time, ENDPOINT);
  }

  /**
   * @param endpoint what answers in BigQuery's place; anything but BigQuery is sent no login
   */
  BigQueryConnector(TimeSource time, String endpoint) {
    this.time = time;
    this.endpoint = endpoint;
  }

  @Override
  public String scheme() {
    return "bigquery";
  }

  @Override
  public SourceSession open(SourceRequest request) {
    SourceUri uri = request.uri();
    requirePlain(uri);
    BigQueryCalls calls = calls(request);
    ResultTable named = new ResultTable(uri.host(), uri.database(), uri.table().name());
    Table table = calls.table(named);
    List<TableColumn> columns = TableColumn.of(table.getSchema());
    ResultTable result = calls.run(new TableQuery(named, columns, filters(request, columns)).job());
    return new QuerySession(calls, table, columns, result, calls.rows(result));
  }

  @Override
  public ChunkRows read(SourceRequest request, Snapshot snapshot, Chunk chunk) {
    BigQueryCalls calls = calls(request);
    ResultTable result = ResultTable.parse(Objects.requireNonNull(snapshot.id()));
    return new ResultRows(calls, result, TableColumn.of(calls.result(result).getSchema()), chunk);
  }

  private static List<Filter> filters(SourceRequest request, List<TableColumn> columns) {
    return request.filters(columns.stream().map(TableColumn::column).toList());
  }

  private BigQueryCalls calls(SourceRequest request) {
    return new BigQueryCalls(
        endpoint, endpoint.equals(ENDPOINT), request.uri().host(), request.credential(), time);
  }

  private static void requirePlain(SourceUri uri) {
    if (uri.table().schema() != null || !uri.user().isEmpty() || uri.port() != 0) {
      throw Problem.of(SourceError.INVALID_SOURCE_URI, "the address of a BigQuery table is another")
          .field("uri")
          .next("write it as bigquery://project/dataset?table=name")
          .exception();
    }
  }
}
