package dev.tidemill.sources.file;

import static dev.tidemill.sources.file.FileFixture.fails;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.sql.SqlColumn;
import dev.tidemill.sql.SqlType;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** CSV and its compressed form, through the engine. Parquet has a test of its own. */
@Tag("R5")
@Tag("R13")
class NativeFilesTest {
  private static final String PAYMENTS =
      "id,amount,note\n1,10.50,\"first, \"\"best\"\"\"\n2,,\n3,7,x\n";

  private final Path folder;
  private final NativeFiles files;

  NativeFilesTest(@TempDir Path folder) {
    this.folder = folder;
    this.files = FileFixture.files(folder);
  }

  @Test
  void a_csv_is_read_as_it_was_looked_at() throws IOException {
    var file = files.inspect(write("payments.csv", PAYMENTS), "payments.csv");

    assertThat(file.rows()).isEqualTo(3);
    assertThat(file.columns())
        .containsExactly(
            new SqlColumn("id", SqlType.BIGINT),
            new SqlColumn("amount", SqlType.decimal(4, 2)),
            new SqlColumn("note", SqlType.VARCHAR));
    assertThat(FileFixture.read(file, folder))
        .containsExactly(
            Arrays.asList(1L, new BigDecimal("10.50"), "first, \"best\""),
            Arrays.asList(2L, null, null),
            Arrays.asList(3L, new BigDecimal("7.00"), "x"));
  }

  @Test
  void a_compressed_csv_is_the_same_table() throws IOException {
    var plain = files.inspect(write("payments.csv", PAYMENTS), "payments.csv");
    var packed = files.inspect(gzip("payments.csv.gz", PAYMENTS), "payments.csv.gz");

    assertThat(packed.columns()).isEqualTo(plain.columns());
    assertThat(FileFixture.read(packed, folder)).isEqualTo(FileFixture.read(plain, folder));
  }

  @Test
  void the_longest_line_allowed_is_read_by_the_engine() throws IOException {
    String longest = "2," + "x".repeat(CsvTokenizer.LONGEST_LINE - 3);
    for (String lines :
        new String[] {
          "1,y\n" + longest + "\n3,z\n", "1,y\n" + longest.replaceFirst("xxx", "\"\n") + "\"\n"
        }) {
      var file = files.inspect(write("long.csv", "a,b\n" + lines), "long.csv");

      assertThat(FileFixture.read(file, folder)).hasSize((int) file.rows());
    }
  }

  @Test
  void a_table_larger_than_any_buffer_is_read_to_its_end() throws IOException {
    var csv = new StringBuilder("id,text\n");
    for (int i = 0; i < 200_000; i++) {
      csv.append(i).append(i % 3 == 0 ? ",\"line\nbreak\"\"\"\n" : ",some ordinary text\n");
    }
    var file = files.inspect(write("large.csv", csv.toString()), "large.csv");

    assertThat(file.rows()).isEqualTo(200_000);
    var rows = FileFixture.read(file, folder);
    assertThat(rows.getLast()).isEqualTo(List.of(199_999L, "some ordinary text"));
    assertThat(rows.get(300)).isEqualTo(List.of(300L, "line\nbreak\""));
  }

  @Test
  void a_file_that_changed_meanwhile_is_told() throws IOException {
    Path path = write("payments.csv", PAYMENTS);
    var file = files.inspect(path, "payments.csv");
    Files.writeString(path, PAYMENTS + "4,8,y\n");

    var problem = fails(() -> FileFixture.read(file, folder), FileError.FILE_CHANGED);
    assertThat(problem.message()).contains("payments.csv", "3 rows", "4");
  }

  @Test
  void a_preview_shows_the_first_rows_as_they_are_written() throws IOException {
    Path broken = write("payments.csv", PAYMENTS + "broken\n");
    var preview = files.preview(broken, "payments.csv", 2);

    assertThat(preview.columns()).containsExactly("id", "amount", "note");
    assertThat(preview.rows())
        .containsExactly(
            Arrays.asList("1", "10.50", "first, \"best\""), Arrays.asList("2", null, null));
    assertThat(files.preview(write("few.csv", "a\n1\n"), "few.csv", 5).rows()).hasSize(1);
  }

  @Test
  void a_name_that_lies_is_found_out() throws IOException {
    fails(() -> files.inspect(write("a.csv", "PAR1xxxx"), "a.csv"), FileError.FILE_KIND_UNKNOWN);
    fails(() -> files.inspect(write("a.csv", "PK\3\4xxx"), "a.csv"), FileError.FILE_KIND_UNKNOWN);
    fails(() -> files.inspect(gzip("b.csv", PAYMENTS), "b.csv"), FileError.FILE_KIND_UNKNOWN);
    fails(
        () -> files.inspect(write("a.csv.gz", PAYMENTS), "a.csv.gz"), FileError.FILE_KIND_UNKNOWN);
    for (String name : List.of("a.xlsx", "a.tsv", "a", "csv", ".parquet.bak")) {
      fails(() -> files.inspect(write("x.csv", PAYMENTS), name), FileError.FILE_KIND_UNKNOWN);
    }
    assertThat(files.inspect(write("A.CSV", PAYMENTS), "A.CSV").rows()).isEqualTo(3);
  }

  @Test
  void compression_that_is_cut_off_or_garbled_is_told() throws IOException {
    byte[] whole = Files.readAllBytes(gzip("c.csv.gz", PAYMENTS.repeat(1)));
    for (int end : new int[] {3, 12, whole.length / 2, whole.length - 4}) {
      Path cut = Files.write(folder.resolve("cut.csv.gz"), Arrays.copyOf(whole, end));
      fails(() -> files.inspect(cut, "cut.csv.gz"), FileError.FILE_DAMAGED);
    }
    byte[] garbled = whole.clone();
    garbled[whole.length - 6] ^= 1; // in the checksum
    Path file = Files.write(folder.resolve("garbled.csv.gz"), garbled);
    fails(() -> files.inspect(file, "garbled.csv.gz"), FileError.FILE_DAMAGED);
  }

  @Test
  void a_file_that_is_gone_is_told() {
    fails(() -> files.inspect(folder.resolve("none.csv"), "none.csv"), FileError.FILE_NOT_FOUND);
  }

  private Path write(String name, String content) throws IOException {
    return Files.writeString(folder.resolve(name), content, UTF_8);
  }

  private Path gzip(String name, String content) throws IOException {
    Path file = folder.resolve(name);
    try (var out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write(content.getBytes(UTF_8));
    }
    return file;
  }
}
