package dev.tidemill.sql.arrow;

import dev.tidemill.sql.SqlColumn;
import dev.tidemill.sql.SqlType;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.TimeStampMicroVector;
import org.apache.arrow.vector.VectorSchemaRoot;

/** The rows of a batch of vectors, given to a sink. */
final class VectorRows {
  private final List<SqlColumn> columns;
  private final VectorSchemaRoot root;
  private byte[] bytes = new byte[256];

  VectorRows(List<SqlColumn> columns, VectorSchemaRoot root) {
    this.columns = columns;
    this.root = root;
  }

  void copyTo(RowSink sink) {
    FieldVector[] vectors = root.getFieldVectors().toArray(FieldVector[]::new);
    SqlType[] types = columns.stream().map(SqlColumn::type).toArray(SqlType[]::new);
    for (int row = 0; row < root.getRowCount(); row++) {
      for (int column = 0; column < vectors.length; column++) {
        if (vectors[column].isNull(row)) {
          sink.nothing(column);
        } else {
          value(vectors[column], types[column], row, column, sink);
        }
      }
      sink.endRow();
    }
  }

  private void value(FieldVector vector, SqlType type, int row, int column, RowSink sink) {
    switch (type) {
      case SqlType.Decimal d -> {
        ArrowBuf data = vector.getDataBuffer();
        sink.decimal(column, data.getLong(16L * row + 8), data.getLong(16L * row));
      }
      case SqlType.Simple simple -> {
        switch (simple) {
          case BOOLEAN -> sink.bool(column, ((BitVector) vector).get(row) != 0);
          case BIGINT -> sink.bigint(column, ((BigIntVector) vector).get(row));
          case DOUBLE -> sink.real(column, ((Float8Vector) vector).get(row));
          case DATE -> sink.date(column, ((DateDayVector) vector).get(row));
          case TIMESTAMP -> sink.timestamp(column, ((TimeStampMicroVector) vector).get(row));
          case VARCHAR -> sink.text(column, bytes, 0, copy(vector, row));
          case VARBINARY -> sink.binary(column, bytes, 0, copy(vector, row));
        }
      }
    }
  }

  private int copy(FieldVector vector, int row) {
    var variable = (BaseVariableWidthVector) vector;
    int from = variable.getOffsetBuffer().getInt(4L * row);
    int length = variable.getOffsetBuffer().getInt(4L * row + 4) - from;
    if (bytes.length < length) {
      bytes = new byte[Math.max(length, 2 * bytes.length)];
    }
    variable.getDataBuffer().getBytes(from, bytes, 0, length);
    return length;
  }
}
