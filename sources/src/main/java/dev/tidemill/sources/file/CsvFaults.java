package dev.tidemill.sources.file;

import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;

/** What is said about a file that is not proper CSV. Its values are never repeated. */
record CsvFaults(String file) {

  TidemillException broken(long line, String how) {
    return Problem.of(FileError.CSV_LINE_BROKEN, "%s, line %d: %s".formatted(file, line, how))
        .next("correct the line, or export the file anew")
        .exception();
  }

  TidemillException quote(long line, boolean behindClosing) {
    return broken(
        line,
        behindClosing
            ? "text follows a closing quote; a quote inside quotes is written twice"
            : "a quote stands inside a field that does not begin with one");
  }

  TidemillException ragged(long line, int fields, int columns) {
    return broken(
        line,
        "it has %d %s, the header names %d"
            .formatted(fields, fields == 1 ? "field" : "fields", columns));
  }

  TidemillException zero(long line, long offset) {
    return broken(line, "it holds a zero byte, at byte %d of the file".formatted(offset));
  }

  TidemillException tooLong(long line, int longest) {
    return Problem.of(
            FileError.CSV_LINE_TOO_LONG,
            "%s: the line that begins as line %d has more than %d bytes"
                .formatted(file, line, longest))
        .cause("a value is huge, or a quote is opened and never closed")
        .next("correct the line; keep documents and pictures out of the file")
        .exception();
  }

  TidemillException notUtf8(long line, long offset, byte found) {
    return Problem.of(
            FileError.CSV_NOT_UTF8,
            "%s, line %d: byte %d of the file (0x%02x) is not UTF-8"
                .formatted(file, line, offset, found))
        .next("convert the file, e.g. iconv -f ISO-8859-1 -t UTF-8")
        .exception();
  }

  TidemillException header(String how, String next) {
    return Problem.of(FileError.CSV_HEADER_INVALID, "%s, line 1: %s".formatted(file, how))
        .next(next)
        .exception();
  }
}
