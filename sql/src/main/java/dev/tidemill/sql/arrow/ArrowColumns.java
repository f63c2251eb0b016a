package dev.tidemill.sql.arrow;

import dev.tidemill.sql.SqlColumn;
import dev.tidemill.sql.SqlType;
import java.util.List;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/** The seam's types as Arrow's. */
final class ArrowColumns {
  private ArrowColumns() {}

  static Schema schema(List<SqlColumn> columns) {
    return new Schema(columns.stream().map(c -> Field.nullable(c.name(), type(c.type()))).toList());
  }

  static ArrowType type(SqlType type) {
    return switch (type) {
      case SqlType.Decimal d -> new ArrowType.Decimal(d.precision(), d.scale(), 128);
      case SqlType.Simple simple ->
          switch (simple) {
            case BOOLEAN -> ArrowType.Bool.INSTANCE;
            case BIGINT -> new ArrowType.Int(64, true);
            case DOUBLE -> new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
            case VARCHAR -> ArrowType.Utf8.INSTANCE;
            case VARBINARY -> ArrowType.Binary.INSTANCE;
            case DATE -> new ArrowType.Date(DateUnit.DAY);
            case TIMESTAMP -> new ArrowType.Timestamp(TimeUnit.MICROSECOND, null);
          };
    };
  }
}
