package dev.tidemill.sources.file;

import static dev.tidemill.sources.file.FileFixture.fails;
import static dev.tidemill.sources.file.FileFixture.read;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that somebody made to hurt, or that were broken in a way that looks whole. */
@Tag("R13")
class HostileFilesTest {
  private static final int PIECES = 300;
  private static final int PIECE = 1 << 20;
  private static final long LITTLE = 40L << 20;

  private final Path folder;
  private final NativeFiles files;

  HostileFilesTest(@TempDir Path folder) {
    this.folder = folder;
    this.files = FileFixture.files(folder);
  }

  @Test
  void what_unpacks_to_a_line_without_end_is_refused_and_not_gathered() throws IOException {
    Path file = bomb("id,note\n1,", "x".repeat(PIECE));
    assertThat(Files.size(file)).isLessThan(PIECE);
    long before = allocated();
    fails(() -> files.inspect(file, "bomb.csv.gz"), FileError.CSV_LINE_TOO_LONG);
    fails(() -> files.preview(file, "bomb.csv.gz", 10), FileError.CSV_LINE_TOO_LONG);
    assertThat(allocated() - before).isLessThan(LITTLE);
  }

  @Test
  void what_unpacks_to_many_lines_is_counted_in_little_memory() throws IOException {
    Path file = bomb("id,note\n", "1,x\n".repeat(PIECE / 4));
    long before = allocated();
    assertThat(files.inspect(file, "bomb.csv.gz").rows()).isEqualTo(PIECES * (PIECE / 4L));
    assertThat(allocated() - before).isLessThan(LITTLE);
  }

  @Test
  void a_quote_that_unpacks_to_its_end_and_beyond_is_refused() throws IOException {
    Path file = bomb("id,note\n1,\"", "x\n".repeat(PIECE / 2));
    fails(() -> files.inspect(file, "bomb.csv.gz"), FileError.CSV_LINE_TOO_LONG);
  }

  @Test
  void members_of_a_compressed_file_are_one_table() throws IOException {
    Path file = members(gzip("id,note\n1,a\n"), gzip("2,b\n"), gzip(""), gzip("3,c\n"));
    assertThat(read(files.inspect(file, "members.csv.gz"), folder)).hasSize(3);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void a_member_whose_header_is_garbled_is_not_left_out(int place) throws IOException {
    byte[] second = gzip("2,b\n");
    second[place] ^= 0x55;
    Path file = members(gzip("id,note\n1,a\n"), second);
    fails(() -> files.inspect(file, "members.csv.gz"), FileError.FILE_DAMAGED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "0123456789", "a longer text that nobody compressed at all"})
  void what_stands_behind_the_end_is_told(String more) throws IOException {
    Path file = members(gzip("id,note\n1,a\n"), more.getBytes(UTF_8));
    fails(() -> files.inspect(file, "members.csv.gz"), FileError.FILE_DAMAGED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"empty.csv", "empty.csv.gz", "empty.parquet"})
  void an_empty_file_is_told_by_name(String name) throws IOException {
    Path file = Files.write(folder.resolve(name), new byte[0]);
    FileError code =
        switch (name) {
          case "empty.csv" -> FileError.CSV_HEADER_INVALID;
          case "empty.csv.gz" -> FileError.FILE_KIND_UNKNOWN;
          default -> FileError.FILE_DAMAGED;
        };
    assertThat(fails(() -> files.inspect(file, name), code).message()).contains(name);
  }

  @Test
  void thousands_of_columns_are_refused_before_an_engine_sees_them() throws IOException {
    var header = new StringBuilder("c0");
    for (int i = 1; i < 100_000; i++) {
      header.append(",c").append(i);
    }
    Path file = Files.writeString(folder.resolve("wide.csv"), header.append('\n'), UTF_8);
    fails(() -> files.inspect(file, "wide.csv"), FileError.CSV_HEADER_INVALID);
  }

  private Path bomb(String start, String piece) throws IOException {
    Path file = folder.resolve("bomb.csv.gz");
    byte[] bytes = piece.getBytes(UTF_8);
    try (var out = new GZIPOutputStream(Files.newOutputStream(file), 1 << 16)) {
      out.write(start.getBytes(UTF_8));
      for (int i = 0; i < PIECES; i++) {
        out.write(bytes);
      }
    }
    return file;
  }

  private Path members(byte[]... members) throws IOException {
    var all = new ByteArrayOutputStream();
    for (byte[] member : List.of(members)) {
      all.write(member);
    }
    return Files.write(folder.resolve("members.csv.gz"), all.toByteArray());
  }

  private static byte[] gzip(String text) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(UTF_8));
    }
    return bytes.toByteArray();
  }

  private static long allocated() {
    return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
  }
}
