package dev.tidemill.spike.parquetsamples;

import static org.apache.parquet.filter2.predicate.FilterApi.eq;
import static org.apache.parquet.filter2.predicate.FilterApi.intColumn;

import java.io.IOException;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.io.LocalInputFile;

/** Opens files with parquet-java, without Hadoop's configuration. */
final class ParquetFiles {
  private ParquetFiles() {}

  static ParquetFileReader open(SampleFile file) throws IOException {
    return ParquetFileReader.open(new LocalInputFile(file.path()), options().build());
  }

  /** Decompresses by {@link PlainCodecs}. */
  static ParquetFileReader openTuned(SampleFile file, ParquetMetadata footer) throws IOException {
    return open(file, footer, options().withCodecFactory(new PlainCodecs()).build());
  }

  static ParquetFileReader open(SampleFile file, int series) throws IOException {
    return ParquetFileReader.open(new LocalInputFile(file.path()), only(series).build());
  }

  static ParquetFileReader openTuned(SampleFile file, ParquetMetadata footer, int series)
      throws IOException {
    return open(file, footer, only(series).withCodecFactory(new PlainCodecs()).build());
  }

  /** Saves reading and parsing the footer, as a cache of footers would. */
  private static ParquetFileReader open(
      SampleFile file, ParquetMetadata footer, ParquetReadOptions options) throws IOException {
    var input = new LocalInputFile(file.path());
    return ParquetFileReader.open(input, footer, options, input.newStream());
  }

  static ParquetMetadata footer(SampleFile file) throws IOException {
    try (var reader = open(file)) {
      return reader.getFooter();
    }
  }

  private static ParquetReadOptions.Builder only(int series) {
    return options().withRecordFilter(FilterCompat.get(eq(intColumn("series"), series)));
  }

  private static ParquetReadOptions.Builder options() {
    return ParquetReadOptions.builder(new PlainParquetConfiguration());
  }
}
