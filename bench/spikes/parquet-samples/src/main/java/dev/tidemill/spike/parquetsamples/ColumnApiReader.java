package dev.tidemill.spike.parquetsamples;

import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.impl.ColumnReadStoreImpl;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.schema.MessageType;

/** parquet-java's column readers: its decoders, no records. */
record ColumnApiReader(String name) implements SampleReader {

  @Override
  public Samples all(SampleFile file) throws Exception {
    var into = new Samples(Samples.COUNT);
    try (var reader = ParquetFiles.open(file)) {
      int row = 0;
      for (PageReadStore group; (group = reader.readNextRowGroup()) != null; ) {
        row += read(reader, group, into, row);
      }
    }
    return into;
  }

  @Override
  public Samples one(SampleFile file, int series) throws Exception {
    try (var reader = ParquetFiles.open(file, series)) {
      PageReadStore group = reader.readNextFilteredRowGroup();
      var pages = new Samples((int) group.getRowCount());
      read(reader, group, pages, 0);
      return pages.only(series);
    }
  }

  private static int read(ParquetFileReader reader, PageReadStore group, Samples into, int from) {
    MessageType schema = reader.getFileMetaData().getSchema();
    var columns =
        new ColumnReadStoreImpl(
            group, new Ignored(), schema, reader.getFileMetaData().getCreatedBy());
    int count = (int) group.getRowCount();
    ColumnReader series = columns.getColumnReader(schema.getColumns().get(0));
    for (int i = from; i < from + count; i++) {
      into.series()[i] = series.getInteger();
      series.consume();
    }
    ColumnReader times = columns.getColumnReader(schema.getColumns().get(1));
    for (int i = from; i < from + count; i++) {
      into.times()[i] = times.getLong();
      times.consume();
    }
    ColumnReader values = columns.getColumnReader(schema.getColumns().get(2));
    for (int i = from; i < from + count; i++) {
      into.values()[i] = values.getDouble();
      values.consume();
    }
    return count;
  }

  /** The API wants converters although nobody calls them. */
  private static final class Ignored extends GroupConverter {
    @Override
    public Converter getConverter(int field) {
      return new PrimitiveConverter() {};
    }

    @Override
    public void start() {}

    @Override
    public void end() {}
  }
}
