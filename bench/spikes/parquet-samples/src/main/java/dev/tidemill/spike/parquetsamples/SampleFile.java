package dev.tidemill.spike.parquetsamples;

import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.DOUBLE;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT32;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT64;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Types;

/** One way of laying out the samples in a file. */
record SampleFile(String name, Layout layout, CompressionCodecName codec, Path path) {
  static final int ROWS_PER_GROUP = 122_880;
  static final int ROWS_PER_PAGE = 8_192;
  static final MessageType SCHEMA =
      Types.buildMessage()
          .required(INT32)
          .named("series")
          .required(INT64)
          .named("ts")
          .required(DOUBLE)
          .named("value")
          .named("samples");

  enum Layout {
    PLAIN,
    /** Series and time as DELTA_BINARY_PACKED, values as BYTE_STREAM_SPLIT. */
    DELTA_SPLIT,
    /** Series and time as DELTA_BINARY_PACKED, values PLAIN. */
    DELTA_PLAIN,
    /** Whatever DuckDB chooses. */
    DUCKDB
  }

  boolean decodable() {
    return layout != Layout.DUCKDB;
  }

  void write(Samples samples) throws IOException {
    var builder =
        new Builder(path, samples)
            .withConf(new PlainParquetConfiguration())
            .withCompressionCodec(codec)
            .withRowGroupRowCountLimit(ROWS_PER_GROUP)
            .withPageRowCountLimit(ROWS_PER_PAGE)
            .withDictionaryEncoding(false)
            .withWriterVersion(
                layout == Layout.PLAIN ? WriterVersion.PARQUET_1_0 : WriterVersion.PARQUET_2_0)
            .withByteStreamSplitEncoding("value", layout == Layout.DELTA_SPLIT);
    try (ParquetWriter<Integer> writer = builder.build()) {
      for (int row = 0; row < samples.count(); row++) {
        writer.write(row);
      }
    }
  }

  /** DuckDB's own writer, from a file that it can read. */
  void writeByDuckDb(Connection duckdb, SampleFile from) throws SQLException {
    try (var sql = duckdb.createStatement()) {
      sql.execute(
          "COPY (FROM read_parquet('%s')) TO '%s' (FORMAT parquet, COMPRESSION %s)"
              .formatted(from.path, path, codec.name().toLowerCase()));
    }
  }

  private static final class Builder extends ParquetWriter.Builder<Integer, Builder> {
    private final Samples samples;

    Builder(Path path, Samples samples) {
      super(new LocalOutputFile(path));
      this.samples = samples;
    }

    @Override
    protected Builder self() {
      return this;
    }

    @Override
    protected WriteSupport<Integer> getWriteSupport(Configuration conf) {
      return new RowSupport(samples);
    }

    @Override
    protected WriteSupport<Integer> getWriteSupport(ParquetConfiguration conf) {
      return new RowSupport(samples);
    }
  }

  /** Takes row numbers instead of records, so that writing makes no garbage. */
  private static final class RowSupport extends WriteSupport<Integer> {
    private final Samples samples;
    private RecordConsumer out;

    RowSupport(Samples samples) {
      this.samples = samples;
    }

    @Override
    public WriteContext init(Configuration conf) {
      return new WriteContext(SCHEMA, Map.of());
    }

    @Override
    public WriteContext init(ParquetConfiguration conf) {
      return new WriteContext(SCHEMA, Map.of());
    }

    @Override
    public void prepareForWrite(RecordConsumer recordConsumer) {
      out = recordConsumer;
    }

    @Override
    public void write(Integer row) {
      out.startMessage();
      out.startField("series", 0);
      out.addInteger(samples.series()[row]);
      out.endField("series", 0);
      out.startField("ts", 1);
      out.addLong(samples.times()[row]);
      out.endField("ts", 1);
      out.startField("value", 2);
      out.addDouble(samples.values()[row]);
      out.endField("value", 2);
      out.endMessage();
    }
  }
}
