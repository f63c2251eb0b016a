package dev.tidemill.metrics.segment;

import java.util.List;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Type;

/** What all segments share. */
final class Layout {
  static final String VERSION_KEY = "tidemill.segment";
  static final String VERSION = "1";

  /** First and last slot of each row group: {@code 0-3 3-9}. */
  static final String SLOTS_KEY = "tidemill.slots";

  static final byte[] MAGIC = {'P', 'A', 'R', '1'};
  static final int ROWS_PER_GROUP = 122_880;
  static final int ROWS_PER_PAGE = 8_192;

  static final String SERIES = "series";
  static final String TIME = "time";
  static final String VALUE = "value";

  /** In this order. */
  static final int COLUMNS = 3;

  private Layout() {}

  static List<SchemaElement> schema() {
    return List.of(
        new SchemaElement("samples").setNum_children(COLUMNS),
        column(SERIES, Type.BYTE_ARRAY).setConverted_type(ConvertedType.UTF8),
        column(TIME, Type.INT64).setConverted_type(ConvertedType.TIMESTAMP_MILLIS),
        column(VALUE, Type.DOUBLE));
  }

  private static SchemaElement column(String name, Type type) {
    return new SchemaElement(name).setType(type).setRepetition_type(FieldRepetitionType.REQUIRED);
  }
}
