package dev.tidemill.sources.file;

/** Whether bytes are UTF-8: shortest forms only, no halves of surrogates, nothing cut off. */
final class Utf8 {
  private Utf8() {}

  /** Where the first sequence begins that is none; -1 if all are. */
  static int firstFault(byte[] bytes, int from, int to) {
    int i = from;
    while (i < to) {
      if (bytes[i] >= 0) {
        i++;
        continue;
      }
      int length = length(bytes, i, to);
      if (length == 0) {
        return i;
      }
      i += length;
    }
    return -1;
  }

  /** Of the sequence at {@code i}; 0 if it is none. */
  private static int length(byte[] bytes, int i, int to) {
    int first = bytes[i] & 0xff;
    int length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
    if (length == 0 || i + length > to) {
      return 0;
    }
    int second = bytes[i + 1] & 0xff;
    int least = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
    int most = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
    if (second < least || second > most) {
      return 0;
    }
    for (int k = 2; k < length; k++) {
      if ((bytes[i + k] & 0xc0) != 0x80) {
        return 0;
      }
    }
    return length;
  }
}
