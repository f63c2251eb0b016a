package dev.tidemill.spike.parquetsamples;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.stream.IntStream;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;

/**
 * parquet-java finds the pages, {@link PageDecoder} decodes them. Tuned: footers are kept, and
 * {@link PlainCodecs} decompresses.
 */
record DirectReader(
    String name,
    int threads,
    ExecutorService pool,
    boolean tuned,
    Map<SampleFile, ParquetMetadata> footers)
    implements SampleReader {

  DirectReader(String name, int threads, ExecutorService pool, boolean tuned) {
    this(name, threads, pool, tuned, new ConcurrentHashMap<>());
  }

  @Override
  public boolean canRead(SampleFile file) {
    return file.decodable();
  }

  @Override
  public Samples all(SampleFile file) throws Exception {
    var into = new Samples(Samples.COUNT);
    if (threads == 1) {
      share(file, into, 0);
      return into;
    }
    List<Callable<Void>> shares =
        IntStream.range(0, threads)
            .<Callable<Void>>mapToObj(
                n ->
                    () -> {
                      share(file, into, n);
                      return null;
                    })
            .toList();
    for (var done : pool.invokeAll(shares)) {
      done.get();
    }
    return into;
  }

  /** Every row group whose number falls to this thread. */
  private void share(SampleFile file, Samples into, int thread) throws IOException {
    var decoder = new PageDecoder();
    try (var reader = open(file)) {
      int row = 0;
      var groups = reader.getRowGroups();
      for (int i = 0; i < groups.size(); i++) {
        if (i % threads == thread) {
          decode(reader, reader.readRowGroup(i), decoder, into, row);
        }
        row += (int) groups.get(i).getRowCount();
      }
    }
  }

  @Override
  public Samples one(SampleFile file, int series) throws Exception {
    try (var reader = open(file, series)) {
      PageReadStore group = reader.readNextFilteredRowGroup();
      var pages = new Samples((int) group.getRowCount());
      decode(reader, group, new PageDecoder(), pages, 0);
      return pages.only(series);
    }
  }

  private ParquetFileReader open(SampleFile file) throws IOException {
    return tuned ? ParquetFiles.openTuned(file, footer(file)) : ParquetFiles.open(file);
  }

  private ParquetFileReader open(SampleFile file, int series) throws IOException {
    return tuned
        ? ParquetFiles.openTuned(file, footer(file), series)
        : ParquetFiles.open(file, series);
  }

  private ParquetMetadata footer(SampleFile file) throws IOException {
    ParquetMetadata footer = footers.get(file);
    if (footer == null) {
      footer = ParquetFiles.footer(file);
      footers.put(file, footer);
    }
    return footer;
  }

  private static void decode(
      ParquetFileReader reader, PageReadStore group, PageDecoder decoder, Samples into, int row)
      throws IOException {
    List<ColumnDescriptor> columns = reader.getFileMetaData().getSchema().getColumns();
    int series = decoder.ints(group.getPageReader(columns.get(0)), into.series(), row);
    int times = decoder.longs(group.getPageReader(columns.get(1)), into.times(), row);
    int values = decoder.doubles(group.getPageReader(columns.get(2)), into.values(), row);
    // Pages of all columns are cut at the same rows by our writer; other files would need care.
    if (series != group.getRowCount() || times != series || values != series) {
      throw new IOException("pages of the columns do not hold the same rows");
    }
  }
}
