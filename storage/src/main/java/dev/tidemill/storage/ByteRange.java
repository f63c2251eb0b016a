package dev.tidemill.storage;

/** {@code length} bytes from {@code from}; what lies behind the object's end is left out. */
public record ByteRange(long from, long length) {
  public ByteRange {
    if (from < 0 || length < 1) {
      throw new IllegalArgumentException(
          "a range begins at 0 or later and has a byte at least, got " + from + "+" + length);
    }
  }
}
