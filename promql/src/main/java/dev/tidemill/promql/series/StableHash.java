package dev.tidemill.promql.series;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * FNV-1a over the UTF-8 of each text and a byte 0xFF behind it, which no UTF-8 holds, so that texts
 * cannot flow into each other; then the finish of MurmurHash3, so that all bits are equally good.
 */
final class StableHash {
  private static final long OFFSET = 0xcbf29ce484222325L;
  private static final long PRIME = 0x100000001b3L;

  private StableHash() {}

  static long of(String... texts) {
    long hash = OFFSET;
    for (String text : texts) {
      for (byte b : text.getBytes(UTF_8)) {
        hash = (hash ^ (b & 0xff)) * PRIME;
      }
      hash = (hash ^ 0xff) * PRIME;
    }
    hash = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
    hash = (hash ^ (hash >>> 33)) * 0xc4ceb9fe1a85ec53L;
    return hash ^ (hash >>> 33);
  }
}
