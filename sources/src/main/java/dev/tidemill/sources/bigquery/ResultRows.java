package dev.tidemill.sources.bigquery;

import com.google.api.services.bigquery.model.TableDataList;
import com.google.api.services.bigquery.model.TableRow;
import dev.tidemill.sources.Chunk;
import dev.tidemill.sources.ChunkRows;
import dev.tidemill.sources.SourceColumn;
import dev.tidemill.sql.arrow.RowSink;
import java.util.Iterator;
import java.util.List;

/** A range of a result's rows, page by page. */
final class ResultRows implements ChunkRows {
  /** BigQuery gives fewer when they are large. */
  private static final long PAGE = 20_000;

  private final BigQueryCalls calls;
  private final ResultTable result;
  private final List<TableColumn> columns;
  private final long to;
  private long next;
  private Iterator<TableRow> page = List.<TableRow>of().iterator();

  ResultRows(BigQueryCalls calls, ResultTable result, List<TableColumn> columns, Chunk chunk) {
    this.calls = calls;
    this.result = result;
    this.columns = columns;
    switch (chunk) {
      case Chunk.Pages(var schema, var table, long from, Long end) when end != null -> {
        next = from;
        to = end;
      }
      case Chunk.Whole() -> {
        next = 0;
        to = calls.rows(result);
      }
      default -> throw new IllegalArgumentException("not a chunk of BigQuery: " + chunk);
    }
  }

  @Override
  public List<SourceColumn> columns() {
    return columns.stream().map(TableColumn::column).toList();
  }

  @Override
  public boolean next(RowSink sink) {
    if (next >= to) {
      return false;
    }
    if (!page.hasNext()) {
      page = fetch();
    }
    Cells.write(page.next(), columns, next, sink);
    next++;
    return true;
  }

  private Iterator<TableRow> fetch() {
    if (calls.cancelled()) {
      throw BigQueryErrors.interrupted();
    }
    TableDataList list = calls.page(result, next, Math.min(PAGE, to - next));
    List<TableRow> rows = list.getRows();
    if (rows == null || rows.isEmpty()) {
      throw BigQueryErrors.broken("no rows from %d on, up to %d are there".formatted(next, to));
    }
    if (rows.size() > to - next) {
      throw BigQueryErrors.broken("more rows came than were asked for");
    }
    return rows.iterator();
  }

  @Override
  public void cancel() {
    calls.cancel();
  }

  @Override
  public void close() {
    calls.cancel();
  }
}
