package dev.tidemill.sources.proof;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** MurmurHash3, the variant of 128 bits for 64-bit machines, with seed 0. */
final class Murmur128 {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long C1 = 0x87c37b91114253d5L;
  private static final long C2 = 0x4cf5ad432745937fL;

  private long first;
  private long second;

  long first() {
    return first;
  }

  long second() {
    return second;
  }

  void hash(byte[] bytes, int length) {
    long h1 = 0;
    long h2 = 0;
    int at = 0;
    for (; at + 16 <= length; at += 16) {
      h1 ^= mix1((long) LONG.get(bytes, at));
      h1 = (Long.rotateLeft(h1, 27) + h2) * 5 + 0x52dce729;
      h2 ^= mix2((long) LONG.get(bytes, at + 8));
      h2 = (Long.rotateLeft(h2, 31) + h1) * 5 + 0x38495ab5;
    }
    if (at < length) {
      h2 ^= mix2(tail(bytes, at + 8, length));
      h1 ^= mix1(tail(bytes, at, Math.min(length, at + 8)));
    }
    h1 ^= length;
    h2 ^= length;
    h1 += h2;
    h2 += h1;
    h1 = finish(h1);
    h2 = finish(h2);
    h1 += h2;
    first = h1;
    second = h2 + h1;
  }

  private static long tail(byte[] bytes, int from, int to) {
    if (to > from && bytes.length - from >= 8) {
      long all = (long) LONG.get(bytes, from);
      return to - from >= 8 ? all : all & ((1L << (8 * (to - from))) - 1);
    }
    long value = 0;
    for (int i = to - 1; i >= from; i--) {
      value = (value << 8) | (bytes[i] & 0xff);
    }
    return value;
  }

  private static long mix1(long k) {
    return Long.rotateLeft(k * C1, 31) * C2;
  }

  private static long mix2(long k) {
    return Long.rotateLeft(k * C2, 33) * C1;
  }

  private static long finish(long k) {
    long x = (k ^ (k >>> 33)) * 0xff51afd7ed558ccdL;
    x = (x ^ (x >>> 33)) * 0xc4ceb9fe1a85ec53L;
    return x ^ (x >>> 33);
  }
}
