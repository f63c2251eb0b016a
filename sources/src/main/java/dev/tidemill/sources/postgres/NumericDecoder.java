package dev.tidemill.sources.postgres;

import dev.tidemill.sql.SqlType;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteOrder;

/**
 * PostgreSQL's numeric, digits of base 10000, as an unscaled number of 128 bits. Small numbers stay
 * in a long; others go through BigInteger.
 */
final class NumericDecoder {
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
  private static final int BASE = 10_000;
  private static final int NEGATIVE = 0x4000;
  private static final int SPECIAL = 0xC000;

  /** Digits of base 10000 whose value surely fits a long. */
  private static final int SHORT_DIGITS = 4;

  private static final int SHOWN_DIGITS = 12;

  private static final long[] POWERS = new long[19];

  static {
    POWERS[0] = 1;
    for (int i = 1; i < POWERS.length; i++) {
      POWERS[i] = POWERS[i - 1] * 10;
    }
  }

  /** How decoding ended. */
  enum Outcome {
    FITS,
    NO_NUMBER,
    TOO_LARGE,
    BROKEN
  }

  private final SqlType.Decimal type;
  private final BigInteger limit;
  private long high;
  private long low;

  NumericDecoder(SqlType.Decimal type) {
    this.type = type;
    this.limit = BigInteger.TEN.pow(type.precision());
  }

  long high() {
    return high;
  }

  long low() {
    return low;
  }

  Outcome decode(byte[] in, int at, int length) {
    if (length < 8) {
      return Outcome.BROKEN;
    }
    int digits = (short) SHORT.get(in, at);
    int weight = (short) SHORT.get(in, at + 2);
    int sign = (short) SHORT.get(in, at + 4) & 0xffff;
    if ((sign & SPECIAL) == SPECIAL) {
      return length == 8 ? Outcome.NO_NUMBER : Outcome.BROKEN;
    }
    if (digits < 0 || length != 8 + 2 * digits || (sign != 0 && sign != NEGATIVE)) {
      return Outcome.BROKEN;
    }
    // The digits as a whole number are the value times 10 to this power.
    int exponent = 4 * (digits - 1 - weight);
    int shift = type.scale() - exponent;
    return digits <= SHORT_DIGITS && shift > -POWERS.length && shift < POWERS.length
        ? small(in, at + 8, digits, shift, sign)
        : large(in, at + 8, digits, shift, sign);
  }

  private Outcome small(byte[] in, int at, int digits, int shift, int sign) {
    long value = 0;
    for (int i = 0; i < digits; i++) {
      int digit = (short) SHORT.get(in, at + 2 * i);
      if (digit < 0 || digit >= BASE) {
        return Outcome.BROKEN;
      }
      value = value * BASE + digit;
    }
    if (shift < 0) {
      long power = POWERS[-shift];
      // Divided by constants where that is possible, because it is several times faster.
      long quotient =
          switch (-shift) {
            case 1 -> value / 10;
            case 2 -> value / 100;
            case 3 -> value / 1000;
            default -> value / power;
          };
      if (quotient * power != value) {
        return Outcome.TOO_LARGE;
      }
      value = quotient;
    } else {
      long product = value * POWERS[shift];
      if (product < 0 || Math.multiplyHigh(value, POWERS[shift]) != 0) {
        return large(in, at, digits, shift, sign);
      }
      value = product;
    }
    if (type.precision() < POWERS.length && value >= POWERS[type.precision()]) {
      return Outcome.TOO_LARGE;
    }
    low = sign == NEGATIVE ? -value : value;
    high = low >> 63;
    return Outcome.FITS;
  }

  private Outcome large(byte[] in, int at, int digits, int shift, int sign) {
    // A number this long can only be too large, or have digits behind the scale.
    if (digits > 40 || Math.abs(shift) > 200) {
      return zero(in, at, digits) ? set(BigInteger.ZERO) : Outcome.TOO_LARGE;
    }
    BigInteger value = BigInteger.ZERO;
    for (int i = 0; i < digits; i++) {
      int digit = (short) SHORT.get(in, at + 2 * i);
      if (digit < 0 || digit >= BASE) {
        return Outcome.BROKEN;
      }
      value = value.multiply(BigInteger.valueOf(BASE)).add(BigInteger.valueOf(digit));
    }
    if (shift >= 0) {
      value = value.multiply(BigInteger.TEN.pow(shift));
    } else {
      BigInteger[] parts = value.divideAndRemainder(BigInteger.TEN.pow(-shift));
      if (parts[1].signum() != 0) {
        return Outcome.TOO_LARGE;
      }
      value = parts[0];
    }
    if (value.compareTo(limit) >= 0) {
      return Outcome.TOO_LARGE;
    }
    return set(sign == NEGATIVE ? value.negate() : value);
  }

  private Outcome set(BigInteger value) {
    low = value.longValue();
    high = value.shiftRight(64).longValue();
    return Outcome.FITS;
  }

  /** For people: the number itself, or its beginning and how large it is. */
  static String shown(byte[] in, int at) {
    int digits = (short) SHORT.get(in, at);
    int weight = (short) SHORT.get(in, at + 2);
    int sign = (short) SHORT.get(in, at + 4) & 0xffff;
    int some = Math.min(digits, SHOWN_DIGITS);
    BigInteger value = BigInteger.ZERO;
    for (int i = 0; i < some; i++) {
      int digit = (short) SHORT.get(in, at + 8 + 2 * i);
      value = value.multiply(BigInteger.valueOf(BASE)).add(BigInteger.valueOf(digit));
    }
    var number = new BigDecimal(value, 4 * (some - 1 - weight)).stripTrailingZeros();
    return (sign == NEGATIVE ? "-" : "") + number + (some < digits ? " and more digits" : "");
  }

  private static boolean zero(byte[] in, int at, int digits) {
    for (int i = 0; i < 2 * digits; i++) {
      if (in[at + i] != 0) {
        return false;
      }
    }
    return true;
  }
}
