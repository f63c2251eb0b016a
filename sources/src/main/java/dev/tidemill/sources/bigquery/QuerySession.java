package dev.tidemill.sources.bigquery;

import com.google.api.services.bigquery.model.Table;
import com.google.api.services.bigquery.model.TableRow;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.sources.Chunk;
import dev.tidemill.sources.ChunkRows;
import dev.tidemill.sources.Snapshot;
import dev.tidemill.sources.SourceColumn;
import dev.tidemill.sources.SourceSession;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The result of a query, which stays for a day whether or not this session does. */
final class QuerySession implements SourceSession {
  private final BigQueryCalls calls;
  private final Table table;
  private final List<TableColumn> columns;
  private final ResultTable result;
  private final long rows;

  QuerySession(
      BigQueryCalls calls, Table table, List<TableColumn> columns, ResultTable result, long rows) {
    this.calls = calls;
    this.table = table;
    this.columns = columns;
    this.result = result;
    this.rows = rows;
  }

  @Override
  public List<SourceColumn> columns() {
    return columns.stream().map(TableColumn::column).toList();
  }

  /** As declared; BigQuery itself does not see to it. */
  @Override
  public List<String> primaryKey() {
    var constraints = table.getTableConstraints();
    return constraints == null || constraints.getPrimaryKey() == null
        ? List.of()
        : List.copyOf(constraints.getPrimaryKey().getColumns());
  }

  @Override
  public long estimatedRows() {
    return rows;
  }

  @Override
  public Snapshot snapshot() {
    return new Snapshot(
        Snapshot.Kind.EXPORTED,
        result.toString(),
        null,
        Instant.ofEpochMilli(calls.result(result).getCreationTime()));
  }

  @Override
  public List<List<@Nullable String>> preview(int wanted) {
    var texts = new ArrayList<List<@Nullable String>>();
    List<TableRow> page = calls.page(result, 0, wanted).getRows();
    for (TableRow row : page == null ? List.<TableRow>of() : page) {
      texts.add(Cells.texts(row, columns));
    }
    return texts;
  }

  @Override
  public List<Chunk> plan(int wanted) {
    long size = Math.max(1, Math.ceilDiv(rows, Math.max(1, wanted)));
    var chunks = new ArrayList<Chunk>();
    for (long from = 0; from < rows; from += size) {
      chunks.add(new Chunk.Pages(null, null, from, Math.min(rows, from + size)));
    }
    return chunks.isEmpty() ? List.of(new Chunk.Whole()) : chunks;
  }

  @Override
  public ChunkRows read(Chunk chunk) {
    return new ResultRows(calls, result, columns, chunk);
  }

  @Override
  public boolean alive() {
    try {
      calls.result(result);
      return true;
    } catch (TidemillException e) {
      return false;
    }
  }

  @Override
  public void close() {
    calls.cancel();
  }
}
