package dev.tidemill.sources.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;

/**
 * Cuts CSV into fields: commas, lines that end in LF or CRLF, {@code "} as quote, doubled inside
 * quotes. Anything else is an error with its line. Every byte is looked at once, fields are seen
 * where they lie, and memory does not grow with the file. Not thread-safe.
 */
final class CsvTokenizer {
  /** A line, with all line breaks inside its quotes. The engine reads no longer ones either. */
  static final int LONGEST_LINE = 2_000_000;

  private static final int LF = 1;
  private static final int CRLF = 2;

  private static final boolean[] SPECIAL = new boolean[256];

  static {
    for (char c : new char[] {',', '"', '\n', '\r', 0}) {
      SPECIAL[c] = true;
    }
  }

  private final CsvBuffer buffer;
  private final CsvFaults faults;
  private int lineBreak;
  private long line = 1;
  private long recordLine = 1;
  private long recordStart;
  private int from;
  private int to;
  private boolean quoted;
  private boolean last = true;

  CsvTokenizer(InputStream in, CsvFaults faults) throws IOException {
    this.buffer = new CsvBuffer(in);
    this.faults = faults;
    skipMark();
  }

  /** Goes to the next field; false at the end of the file. */
  boolean next() throws IOException {
    var b = buffer;
    b.keep = b.position;
    if (last) {
      recordLine = line;
      recordStart = b.offset(b.position);
    }
    if (b.position == b.limit && !b.fill()) {
      return endOfFile();
    }
    quoted = b.bytes[b.position] == '"';
    if (quoted) {
      readQuoted();
    } else {
      readPlain();
    }
    if (b.offset(b.position) - recordStart > LONGEST_LINE) {
      throw faults.tooLong(recordLine, LONGEST_LINE);
    }
    return true;
  }

  /** Holds the field from {@link #from()} to {@link #to()}, until the next call. */
  byte[] bytes() {
    return buffer.bytes;
  }

  int from() {
    return from;
  }

  int to() {
    return to;
  }

  /** Whether the field ends its line. */
  boolean last() {
    return last;
  }

  /** Whether the line is nothing at all, and not a field that is empty. */
  boolean blankLine() {
    return last && from == to && !quoted && buffer.offset(from) == recordStart;
  }

  /** Where the line with this field began, counted from 1. */
  long line() {
    return recordLine;
  }

  String text() {
    return new String(buffer.bytes, from, to - from, UTF_8);
  }

  /** A comma at the very end is followed by an empty field. */
  private boolean endOfFile() {
    if (last) {
      return false;
    }
    from = to = buffer.position;
    last = true;
    quoted = false;
    return true;
  }

  private void readPlain() throws IOException {
    var b = buffer;
    int seen = 0;
    int p = b.position;
    while (true) {
      byte[] bytes = b.bytes;
      int limit = b.limit;
      while (p < limit && !SPECIAL[bytes[p] & 0xff]) {
        seen |= bytes[p++];
      }
      b.position = p;
      if (p < limit || !more()) {
        break;
      }
      p = b.position;
    }
    from = b.keep;
    to = b.position;
    if (seen < 0) {
      requireUtf8();
    }
    endField();
  }

  private void readQuoted() throws IOException {
    var b = buffer;
    long openedOn = line;
    int seen = 0;
    int doubled = 0;
    b.position++;
    while (true) {
      if (b.position == b.limit && !more()) {
        throw faults.broken(openedOn, "a quote is opened and never closed");
      }
      byte c = b.bytes[b.position];
      if (c == '"') {
        if (!peekIs('"')) {
          break;
        }
        doubled++;
        b.position++;
      } else if (c == '\n') {
        line++;
      } else if (c == 0) {
        throw faults.zero(line, b.offset(b.position));
      }
      seen |= c;
      b.position++;
    }
    from = b.keep + 1;
    to = b.position;
    if (seen < 0) {
      requireUtf8(openedOn);
    }
    if (doubled > 0) {
      to = undouble(b.bytes, from, to);
    }
    b.position++;
    endField();
  }

  /** What ends a field: a comma, the end of the line or of the file. */
  private void endField() throws IOException {
    var b = buffer;
    last = true;
    if (b.position == b.limit && !more()) {
      return;
    }
    switch (b.bytes[b.position]) {
      case ',' -> last = false;
      case '\n' -> endLine(LF);
      case '\r' -> {
        if (!peekIs('\n')) {
          throw faults.broken(line, "a carriage return stands alone, without a line feed");
        }
        b.position++;
        endLine(CRLF);
      }
      case 0 -> throw faults.zero(line, b.offset(b.position));
      default -> throw faults.quote(line, quoted);
    }
    b.position++;
  }

  /** Engines take one kind of line break or the other. */
  private void endLine(int kind) {
    if (lineBreak == 0) {
      lineBreak = kind;
    } else if (lineBreak != kind) {
      throw faults.broken(line, "it ends in another line break (LF, CRLF) than the lines before");
    }
    line++;
  }

  private boolean peekIs(char c) throws IOException {
    var b = buffer;
    if (b.position + 1 == b.limit && !more()) {
      return false;
    }
    return b.bytes[b.position + 1] == c;
  }

  /** More bytes; the field that is being read may move. */
  private boolean more() throws IOException {
    int moved = buffer.keep;
    if (buffer.offset(buffer.limit) - recordStart > 2L * LONGEST_LINE) {
      throw faults.tooLong(recordLine, LONGEST_LINE);
    }
    boolean any = buffer.fill();
    from -= moved;
    to -= moved;
    return any;
  }

  private void requireUtf8() {
    requireUtf8(line);
  }

  private void requireUtf8(long firstLine) {
    int bad = Utf8.firstFault(buffer.bytes, from, to);
    if (bad >= 0) {
      long on = firstLine;
      for (int i = from; i < bad; i++) {
        on += buffer.bytes[i] == '\n' ? 1 : 0;
      }
      throw faults.notUtf8(on, buffer.offset(bad), buffer.bytes[bad]);
    }
  }

  private static int undouble(byte[] bytes, int from, int to) {
    int end = from;
    for (int i = from; i < to; i++) {
      bytes[end++] = bytes[i];
      if (bytes[i] == '"') {
        i++;
      }
    }
    return end;
  }

  /** UTF-8 may begin with a mark that says so; other encodings have other marks. */
  private void skipMark() throws IOException {
    var b = buffer;
    while (b.limit < 3 && b.fill()) {}
    int first = (b.bytes[0] & 0xff) << 16 | (b.bytes[1] & 0xff) << 8 | (b.bytes[2] & 0xff);
    if (first == 0xefbbbf) {
      b.position = 3;
    } else if (first >> 8 == 0xfeff || first >> 8 == 0xfffe) {
      throw faults.notUtf8(1, 0, b.bytes[0]);
    }
  }
}
