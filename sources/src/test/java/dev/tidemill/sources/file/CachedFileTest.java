package dev.tidemill.sources.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.core.DataSize;
import dev.tidemill.core.time.SimulatedTime;
import dev.tidemill.sql.ParquetOptions;
import dev.tidemill.storage.Content;
import dev.tidemill.storage.LocalObjectStore;
import dev.tidemill.storage.ObjectKey;
import dev.tidemill.storage.ObjectStore;
import dev.tidemill.storage.cache.Expected;
import dev.tidemill.storage.cache.ObjectCache;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Objects of a store are read as files are, through the cache. */
@Tag("R5")
@Tag("R13")
class CachedFileTest {
  private final Path folder;
  private final NativeFiles files;
  private final ObjectStore store;
  private final ObjectCache cache;

  CachedFileTest(@TempDir Path folder) {
    this.folder = folder;
    this.files = FileFixture.files(folder);
    this.store = new LocalObjectStore(folder.resolve("objects"), new SimulatedTime());
    this.cache = new ObjectCache(store, folder.resolve("cache"), DataSize.ofMebibytes(64));
  }

  @AfterEach
  void close() {
    cache.close();
  }

  @Test
  void csv_plain_and_compressed_and_parquet_are_read_from_the_cache() throws IOException {
    store.put(ObjectKey.of("in/a [x]*.csv"), Content.of("id,v\n1,x\n".getBytes(UTF_8)));
    store.put(ObjectKey.of("in/b.csv.gz"), Content.of(gzip("id,v\n1,x\n")));
    Path parquet = folder.resolve("c.parquet");
    try (var session = FileFixture.ENGINE.open(FileFixture.limits(folder))) {
      session.writeParquet("SELECT 1 AS id, 'x' AS v", parquet, ParquetOptions.DEFAULT);
    }
    store.put(ObjectKey.of("in/c.v1.parquet"), Content.of(parquet));

    for (String key : List.of("in/a [x]*.csv", "in/b.csv.gz", "in/c.v1.parquet")) {
      try (var object = cache.open(ObjectKey.of(key), Expected.ANYTHING)) {
        var file = files.inspect(object.file(), key);

        assertThat(FileFixture.read(file, folder)).containsExactly(List.of(1L, "x"));
      }
    }
  }

  @Test
  void messages_name_the_object_and_not_its_copy() {
    store.put(ObjectKey.of("in/bad.csv"), Content.of("id,v\n1\n".getBytes(UTF_8)));
    try (var object = cache.open(ObjectKey.of("in/bad.csv"), Expected.ANYTHING)) {
      var problem =
          FileFixture.fails(
              () -> files.inspect(object.file(), "in/bad.csv"), FileError.CSV_LINE_BROKEN);
      assertThat(problem.message()).startsWith("in/bad.csv, line 2");
    }
  }

  private static byte[] gzip(String text) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(UTF_8));
    }
    return bytes.toByteArray();
  }
}
