package dev.tidemill.spike.parquetsamples;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Properties;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.duckdb.DuckDBResultSet;

/** DuckDB through JDBC, row by row or in Arrow batches. */
record DuckDbReader(String name, Connection duckdb, BufferAllocator arrow) implements SampleReader {
  private static final String COLUMNS = "SELECT series, ts, value FROM read_parquet('";

  static Connection connect(boolean streamed) throws SQLException {
    var properties = new Properties();
    properties.setProperty("jdbc_stream_results", Boolean.toString(streamed));
    return DriverManager.getConnection("jdbc:duckdb:", properties);
  }

  @Override
  public Samples all(SampleFile file) throws Exception {
    return read(COLUMNS + file.path() + "')", new Samples(Samples.COUNT));
  }

  @Override
  public Samples one(SampleFile file, int series) throws Exception {
    String query = COLUMNS + file.path() + "') WHERE series = " + series;
    return read(query, new Samples(Samples.PER_SERIES));
  }

  private Samples read(String query, Samples into) throws Exception {
    try (var sql = duckdb.createStatement();
        ResultSet result = sql.executeQuery(query)) {
      int rows = arrow == null ? rows(result, into) : batches(result, into);
      if (rows != into.count()) {
        throw new IllegalStateException(rows + " rows instead of " + into.count());
      }
      return into;
    }
  }

  private static int rows(ResultSet result, Samples into) throws SQLException {
    int row = 0;
    for (; result.next(); row++) {
      into.series()[row] = result.getInt(1);
      into.times()[row] = result.getLong(2);
      into.values()[row] = result.getDouble(3);
    }
    return row;
  }

  private int batches(ResultSet result, Samples into) throws Exception {
    int row = 0;
    var duck = result.unwrap(DuckDBResultSet.class);
    try (var reader = (ArrowReader) duck.arrowExportStream(arrow, 65_536)) {
      VectorSchemaRoot root = reader.getVectorSchemaRoot();
      while (reader.loadNextBatch()) {
        int count = root.getRowCount();
        // The columns have no nulls, so the data buffers are copied as they are.
        bytes(root, 0, 4 * count).asIntBuffer().get(into.series(), row, count);
        bytes(root, 1, 8 * count).asLongBuffer().get(into.times(), row, count);
        bytes(root, 2, 8 * count).asDoubleBuffer().get(into.values(), row, count);
        row += count;
      }
    }
    return row;
  }

  private static ByteBuffer bytes(VectorSchemaRoot root, int column, int length) {
    var buffer = ((BaseFixedWidthVector) root.getVector(column)).getDataBuffer();
    return buffer.nioBuffer(0, length).order(ByteOrder.nativeOrder());
  }
}
