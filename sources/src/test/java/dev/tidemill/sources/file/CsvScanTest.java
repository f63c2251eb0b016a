package dev.tidemill.sources.file;

import static dev.tidemill.sources.file.FileFixture.fails;
import static dev.tidemill.sources.file.FileFixture.scan;
import static dev.tidemill.sources.file.FileFixture.scanSlowly;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.sql.SqlColumn;
import dev.tidemill.sql.SqlType;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** In these texts {@code ~} stands for a line feed, {@code ^} for a carriage return. */
@Tag("R13")
class CsvScanTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a,b~1,x~2,y~",
        "a,b~1,x~2,y",
        "a,b^~1,x^~2,y^~",
        "\ufeffa,b~1,x~2,y~",
        "\"a\",\"b\"~\"1\",\"x\"~\"2\",\"y\"",
        "a,b~1,\"x~~^~,\"\"\"~2,y~",
        "a,b~1,x~2,y~~~",
        "a,b~1,~2,",
        "a,b~1,🌊~2,\"ä\"~"
      })
  void rows_are_counted_and_columns_typed(String csv) throws IOException {
    byte[] bytes = real(csv).getBytes(UTF_8);
    var table = scan(bytes);

    assertThat(table.rows()).isEqualTo(2);
    assertThat(table.columns())
        .containsExactly(new SqlColumn("a", SqlType.BIGINT), new SqlColumn("b", SqlType.VARCHAR));
    for (int atOnce = 1; atOnce < 5; atOnce++) {
      assertThat(scanSlowly(bytes, atOnce)).isEqualTo(table);
    }
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      quoteCharacter = '\'',
      delimiter = ';',
      value = {
        "a,b~1,2~3~; 3; it has 1 field, the header names 2",
        "a,b~1,2,3~; 2; it has 3 fields, the header names 2",
        "a,b~1,2~3,4~,,~; 4; it has 3 fields",
        "a,b~\"x~y\",1~\"x~y\"~; 4; it has 1 field",
        "a,b~1,2~~3,4~; 3; it is empty",
        "a,b~1,\"x~2,y~; 2; a quote is opened and never closed",
        "a,b~1,\"x~~y\"~2,\"; 5; a quote is opened and never closed",
        "a,b~1,x\"y~; 2; a quote stands inside a field",
        "a,b~1,x\"\"~; 2; a quote stands inside a field",
        "a,b~1,2~1, \"x\"~; 3; a quote stands inside a field",
        "a,b~1,\"x\"y~; 2; text follows a closing quote",
        "a,b~1,\"x\" ~; 2; text follows a closing quote",
        "a,b~\"p~q\",\"x\"y~; 3; text follows a closing quote",
        "a,b~1,2^3,4~; 2; a carriage return stands alone",
        "a,b~1,2^; 2; a carriage return stands alone",
        "a,b^~1,2^~3,4~; 3; another line break",
        "a,b~1,2^~; 2; another line break"
      })
  void a_broken_line_is_told_with_its_number(String csv, long line, String how) {
    byte[] bytes = real(csv).getBytes(UTF_8);
    var problem = fails(() -> scan(bytes), FileError.CSV_LINE_BROKEN);

    assertThat(problem.message()).startsWith("x.csv, line " + line + ": ").contains(how);
    for (int atOnce = 1; atOnce < 5; atOnce++) {
      int n = atOnce;
      assertThat(fails(() -> scanSlowly(bytes, n), FileError.CSV_LINE_BROKEN)).isEqualTo(problem);
    }
  }

  @ParameterizedTest(name = "{1}")
  @CsvSource(
      quoteCharacter = '\'',
      delimiter = '!',
      value = {
        "''! the file is empty",
        "\ufeff! the file is empty",
        "a,,c~1,2,3~! column 2 has no name",
        "a, ~1,2~! column 2 has no name",
        "a,b,a~1,2,3~! the column a comes twice",
        "Id,ID~1,2~! the column ID comes twice",
        "a,\"b~c\"~1,2~! the name of column 2 goes over lines",
        "1,2026-01-01,5.00~2,2026-01-02,6.00~! values and no names",
        "a;b;c~1;2;3~! separated by ';'",
        "a\tb~1\t2~! separated by tabs",
        "a|b~1|2~! separated by '|'"
      })
  void a_header_that_names_nothing_is_refused(String csv, String how) {
    var problem = fails(() -> scan(real(csv)), FileError.CSV_HEADER_INVALID);

    assertThat(problem.message()).contains(how);
    assertThat(problem.next()).isNotBlank();
  }

  @Test
  void another_encoding_is_told_with_line_and_byte() {
    byte[] latin = "a,b\n1,x\n2,\"y\nzü\"\n".getBytes(ISO_8859_1);

    assertThat(fails(() -> scan(latin), FileError.CSV_NOT_UTF8).message())
        .isEqualTo("x.csv, line 4: byte 14 of the file (0xfc) is not UTF-8");
    fails(() -> scan("a,b\n1,2\n".getBytes(UTF_16)), FileError.CSV_NOT_UTF8);
    fails(() -> scan("a,b\n1,2\n".getBytes(UTF_16LE)), FileError.CSV_LINE_BROKEN);
  }

  @Test
  void a_zero_byte_is_told_with_its_place() {
    for (String csv : new String[] {"a,b\n1,x\0\n", "a,b\n1,\"x\0\"\n", "a,b\n1,\"\"\0\n"}) {
      assertThat(fails(() -> scan(csv), FileError.CSV_LINE_BROKEN).message())
          .contains("line 2", "zero byte", "at byte " + csv.indexOf('\0'));
    }
  }

  @Test
  void a_huge_value_is_refused_and_not_gathered() {
    String huge = "x".repeat(CsvTokenizer.LONGEST_LINE);
    for (String csv : new String[] {"a,b\n1,2\n1," + huge, "a,b\n1,2\n1,\"" + huge + "\"\n"}) {
      assertThat(fails(() -> scan(csv), FileError.CSV_LINE_TOO_LONG).message()).contains("line 3");
    }
  }

  @Test
  void a_quote_that_is_never_closed_does_not_take_the_memory_of_the_file() {
    var endless =
        new SequenceInputStream(
            new ByteArrayInputStream("a,b\n1,\"".getBytes(UTF_8)), new Endless());

    fails(() -> new CsvScan(endless, "x.csv").table(), FileError.CSV_LINE_TOO_LONG);
  }

  private static final class Endless extends InputStream {
    @Override
    public int read() {
      return 'x';
    }

    @Override
    public int read(byte[] bytes, int offset, int length) {
      Arrays.fill(bytes, offset, offset + length, (byte) 'x');
      return length;
    }
  }

  private static String real(String csv) {
    return csv.replace('~', '\n').replace('^', '\r');
  }
}
