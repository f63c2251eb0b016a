package dev.tidemill.sql.parquet;

import dev.tidemill.sql.SqlColumn;
import dev.tidemill.sql.SqlType;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.DateType;
import org.apache.parquet.format.DecimalType;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.MicroSeconds;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.StringType;
import org.apache.parquet.format.TimeUnit;
import org.apache.parquet.format.TimestampType;
import org.apache.parquet.format.Type;

/** The seam's types as Parquet's. */
final class Layout {
  static final byte[] MAGIC = {'P', 'A', 'R', '1'};
  private static final int INT_DIGITS = 9;
  private static final int LONG_DIGITS = 18;

  private Layout() {}

  static List<SchemaElement> schema(List<SqlColumn> columns) {
    var schema = new ArrayList<SchemaElement>();
    schema.add(new SchemaElement("rows").setNum_children(columns.size()));
    columns.forEach(column -> schema.add(element(column)));
    return schema;
  }

  static ColumnDraft draft(SqlType type, Shape shape) {
    return switch (type) {
      case SqlType.Decimal d when d.precision() > LONG_DIGITS -> new WideColumn(shape);
      case SqlType.Decimal d ->
          new NumberColumn(d.precision() <= INT_DIGITS ? Integer.BYTES : Long.BYTES, shape);
      case SqlType.Simple simple ->
          switch (simple) {
            case BOOLEAN -> new BitColumn(shape);
            case BIGINT, TIMESTAMP -> new NumberColumn(Long.BYTES, shape);
            case DATE -> new NumberColumn(Integer.BYTES, shape);
            case DOUBLE -> new RealColumn(shape);
            case VARCHAR, VARBINARY -> new BytesColumn(shape);
          };
    };
  }

  private static SchemaElement element(SqlColumn column) {
    var element = new SchemaElement(column.name()).setRepetition_type(FieldRepetitionType.OPTIONAL);
    return switch (column.type()) {
      case SqlType.Decimal d -> decimal(element, d);
      case SqlType.Simple simple ->
          switch (simple) {
            case BOOLEAN -> element.setType(Type.BOOLEAN);
            case BIGINT -> element.setType(Type.INT64);
            case DOUBLE -> element.setType(Type.DOUBLE);
            case VARBINARY -> element.setType(Type.BYTE_ARRAY);
            case VARCHAR ->
                element
                    .setType(Type.BYTE_ARRAY)
                    .setConverted_type(ConvertedType.UTF8)
                    .setLogicalType(LogicalType.STRING(new StringType()));
            case DATE ->
                element
                    .setType(Type.INT32)
                    .setConverted_type(ConvertedType.DATE)
                    .setLogicalType(LogicalType.DATE(new DateType()));
            case TIMESTAMP ->
                element
                    .setType(Type.INT64)
                    .setConverted_type(ConvertedType.TIMESTAMP_MICROS)
                    .setLogicalType(
                        LogicalType.TIMESTAMP(
                            new TimestampType(false, TimeUnit.MICROS(new MicroSeconds()))));
          };
    };
  }

  private static SchemaElement decimal(SchemaElement element, SqlType.Decimal type) {
    Type physical =
        type.precision() <= INT_DIGITS
            ? Type.INT32
            : type.precision() <= LONG_DIGITS ? Type.INT64 : Type.FIXED_LEN_BYTE_ARRAY;
    if (physical == Type.FIXED_LEN_BYTE_ARRAY) {
      element.setType_length(WideColumn.BYTES);
    }
    return element
        .setType(physical)
        .setConverted_type(ConvertedType.DECIMAL)
        .setPrecision(type.precision())
        .setScale(type.scale())
        .setLogicalType(LogicalType.DECIMAL(new DecimalType(type.scale(), type.precision())));
  }
}
