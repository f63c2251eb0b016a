package dev.tidemill.promql.series;

/** The order of UTF-8 bytes, found without encoding: code units, but surrogates come last. */
final class ByteOrder {
  private ByteOrder() {}

  static int compare(String a, String b) {
    int shared = Math.min(a.length(), b.length());
    for (int i = 0; i < shared; i++) {
      char x = a.charAt(i);
      char y = b.charAt(i);
      if (x != y) {
        boolean xHigh = Character.isSurrogate(x);
        return xHigh == Character.isSurrogate(y) ? Character.compare(x, y) : xHigh ? 1 : -1;
      }
    }
    return Integer.compare(a.length(), b.length());
  }
}
