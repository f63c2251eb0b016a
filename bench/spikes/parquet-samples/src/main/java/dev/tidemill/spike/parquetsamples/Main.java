package dev.tidemill.spike.parquetsamples;

import dev.tidemill.spike.parquetsamples.SampleFile.Layout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import org.apache.arrow.memory.RootAllocator;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** Reads the same samples in several ways from several layouts, interleaved, and compares times. */
public final class Main {
  private static final int WARM_UP = 2;
  private static final int REPEATS = 9;
  private static final int ONE_REPEATS = 40;
  private static final int WANTED = 517;

  public static void main(String[] args) throws Exception {
    Samples samples = Samples.generate();
    Samples wanted = samples.only(WANTED);
    Path folder = Files.createDirectories(Path.of("target", "data"));
    boolean holds = true;
    try (var arrow = new RootAllocator();
        var duckdb = DuckDbReader.connect(false);
        var streaming = DuckDbReader.connect(true);
        var pool = Executors.newFixedThreadPool(2)) {
      List<SampleFile> files = files(folder);
      write(files, samples, duckdb);
      List<SampleReader> readers =
          List.of(
              new DuckDbReader("duckdb arrow", duckdb, arrow),
              new DuckDbReader("duckdb arrow streamed", streaming, arrow),
              new DuckDbReader("duckdb rows", duckdb, null),
              new ColumnApiReader("parquet-java columns"),
              new DirectReader("direct", 1, pool, false),
              new DirectReader("direct tuned", 1, pool, true),
              new DirectReader("direct tuned, 2 threads", 2, pool, true));

      System.out.println("\nall " + Samples.COUNT + " samples, median ms of " + REPEATS);
      Map<String, double[]> all = new LinkedHashMap<>();
      for (int i = -WARM_UP; i < REPEATS; i++) {
        for (SampleFile file : files) {
          for (SampleReader reader : readers) {
            if (reader.canRead(file)) {
              long start = System.nanoTime();
              Samples found = reader.all(file);
              record(all, reader, file, i, REPEATS, System.nanoTime() - start);
              holds &= found.sameAs(samples);
            }
          }
        }
      }
      print(files, readers, all);

      System.out.println("\none series of " + Samples.SERIES + ", median ms of " + ONE_REPEATS);
      Map<String, double[]> one = new LinkedHashMap<>();
      for (int i = -WARM_UP * 10; i < ONE_REPEATS; i++) {
        for (SampleFile file : files) {
          for (SampleReader reader : readers) {
            if (reader.canRead(file)) {
              long start = System.nanoTime();
              Samples found = reader.one(file, WANTED);
              record(one, reader, file, i, ONE_REPEATS, System.nanoTime() - start);
              holds &= found.sameAs(wanted);
            }
          }
        }
      }
      print(files, readers, one);
      for (SampleFile file : files) {
        Files.deleteIfExists(file.path());
      }
    }
    System.out.println(holds ? "\nholds: every reader found every bit" : "\nDOES NOT HOLD");
    System.exit(holds ? 0 : 1);
  }

  private static List<SampleFile> files(Path folder) {
    var files = new ArrayList<SampleFile>();
    for (Layout layout : Layout.values()) {
      for (var codec : List.of(CompressionCodecName.UNCOMPRESSED, CompressionCodecName.ZSTD)) {
        String name =
            layout.name().toLowerCase() + (codec == CompressionCodecName.ZSTD ? "+zstd" : "");
        files.add(new SampleFile(name, layout, codec, folder.resolve(name + ".parquet")));
      }
    }
    return files;
  }

  private static void write(List<SampleFile> files, Samples samples, Connection duckdb)
      throws Exception {
    System.out.println("file sizes");
    for (SampleFile file : files) {
      Files.deleteIfExists(file.path());
      if (file.layout() == Layout.DUCKDB) {
        file.writeByDuckDb(duckdb, files.getFirst());
      } else {
        file.write(samples);
      }
      long size = Files.size(file.path());
      System.out.printf(
          "%-18s %11d B %6.2f B/sample%n", file.name(), size, size / (double) Samples.COUNT);
    }
  }

  private static void record(
      Map<String, double[]> times,
      SampleReader reader,
      SampleFile file,
      int repeat,
      int repeats,
      long nanos) {
    if (repeat >= 0) {
      times.computeIfAbsent(reader.name() + file.name(), key -> new double[repeats])[repeat] =
          nanos / 1e6;
    }
  }

  private static void print(
      List<SampleFile> files, List<SampleReader> readers, Map<String, double[]> times) {
    System.out.printf("%-24s", "");
    files.forEach(file -> System.out.printf(" %16s", file.name()));
    System.out.println();
    for (SampleReader reader : readers) {
      System.out.printf("%-24s", reader.name());
      for (SampleFile file : files) {
        double[] found = times.get(reader.name() + file.name());
        if (found == null) {
          System.out.printf(" %16s", "-");
        } else {
          Arrays.sort(found);
          System.out.printf(" %16.2f", found[found.length / 2]);
        }
      }
      System.out.println();
    }
  }
}
