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

  static ParquetFileReader open(SampleFile file, int series) throws IOException {
    return ParquetFileReader.open(new LocalInputFile(file.path()), only(series));
  }

  /** Saves reading and parsing the footer, as a cache of footers would. */
  static ParquetFileReader open(SampleFile file, int series, ParquetMetadata footer)
      throws IOException {
    var input = new LocalInputFile(file.path());
    return ParquetFileReader.open(input, footer, only(series), input.newStream());
  }

  static ParquetMetadata footer(SampleFile file) throws IOException {
    try (var reader = open(file)) {
      return reader.getFooter();
    }
  }

  private static ParquetReadOptions only(int series) {
    return options().withRecordFilter(FilterCompat.get(eq(intColumn("series"), series))).build();
  }

  private static ParquetReadOptions.Builder options() {
    return ParquetReadOptions.builder(new PlainParquetConfiguration());
  }
}
