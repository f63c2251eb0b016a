package dev.tidemill.sources.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.sources.SourceError;
import dev.tidemill.sql.SqlType;
import dev.tidemill.sql.arrow.RowSink;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.time.LocalDate;

/** One column's fields. A value that its stated type cannot hold exactly is refused by name. */
final class FieldDecoder {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);

  private static final long HIGH_BITS = 0x8080808080808080L;
  private static final int DAYS_TO_2000 = (int) LocalDate.of(2000, 1, 1).toEpochDay();
  private static final long MICROS_OF_DAY = 86_400_000_000L;
  private static final long MICROS_TO_2000 = DAYS_TO_2000 * MICROS_OF_DAY;

  /** The years 1 to 9999, which every engine and file format can hold. */
  private static final int FIRST_DAY = (int) LocalDate.of(1, 1, 1).toEpochDay();

  private static final int LAST_DAY = (int) LocalDate.of(9999, 12, 31).toEpochDay();

  private final int index;
  private final PgColumn column;
  private final NumericDecoder numeric;

  FieldDecoder(int index, PgColumn column) {
    this.index = index;
    this.column = column;
    this.numeric =
        new NumericDecoder(
            column.column().type() instanceof SqlType.Decimal decimal
                ? decimal
                : new SqlType.Decimal(38, 0));
  }

  int index() {
    return index;
  }

  void decode(byte[] in, int at, int length, RowSink sink) {
    switch (column.wire()) {
      case BOOL -> {
        require(length, 1);
        sink.bool(index, bool(in[at]));
      }
      case INT2 -> {
        require(length, 2);
        sink.bigint(index, (short) SHORT.get(in, at));
      }
      case INT4 -> {
        require(length, 4);
        sink.bigint(index, (int) INT.get(in, at));
      }
      case INT8 -> {
        require(length, 8);
        sink.bigint(index, (long) LONG.get(in, at));
      }
      case OID -> {
        require(length, 4);
        sink.bigint(index, (int) INT.get(in, at) & 0xffff_ffffL);
      }
      case FLOAT4 -> {
        require(length, 4);
        sink.real(index, Float.intBitsToFloat((int) INT.get(in, at)));
      }
      case FLOAT8 -> {
        require(length, 8);
        sink.real(index, Double.longBitsToDouble((long) LONG.get(in, at)));
      }
      case NUMERIC -> number(in, at, length, sink);
      case TEXT -> {
        requireUtf8(in, at, length);
        sink.text(index, in, at, length);
      }
      case BYTES -> sink.binary(index, in, at, length);
      case DATE -> {
        require(length, 4);
        sink.date(index, day((int) INT.get(in, at)));
      }
      case TIMESTAMP -> {
        require(length, 8);
        sink.timestamp(index, micros((long) LONG.get(in, at)));
      }
    }
  }

  private void number(byte[] in, int at, int length, RowSink sink) {
    switch (numeric.decode(in, at, length)) {
      case FITS -> sink.decimal(index, numeric.high(), numeric.low());
      case NO_NUMBER -> throw unsupported("NaN or an infinity");
      case TOO_LARGE ->
          throw unsupported(NumericDecoder.shown(in, at) + ", which %s cannot hold exactly");
      case BROKEN -> throw CopyDecoder.broken("column %s has a broken number".formatted(name()));
    }
  }

  private boolean bool(byte value) {
    if (value != 0 && value != 1) {
      throw CopyDecoder.broken("column %s has a broken boolean".formatted(name()));
    }
    return value == 1;
  }

  private int day(int since2000) {
    if (since2000 == Integer.MAX_VALUE || since2000 == Integer.MIN_VALUE) {
      throw unsupported("an infinite date");
    }
    long day = (long) since2000 + DAYS_TO_2000;
    if (day < FIRST_DAY || day > LAST_DAY) {
      throw unsupported("a date outside the years 1 to 9999");
    }
    return (int) day;
  }

  private long micros(long since2000) {
    if (since2000 == Long.MAX_VALUE || since2000 == Long.MIN_VALUE) {
      throw unsupported("an infinite timestamp");
    }
    long day = Math.floorDiv(since2000, MICROS_OF_DAY) + DAYS_TO_2000;
    if (day < FIRST_DAY || day > LAST_DAY) {
      throw unsupported("a timestamp outside the years 1 to 9999");
    }
    return since2000 + MICROS_TO_2000;
  }

  private void requireUtf8(byte[] in, int from, int length) {
    int at = from;
    int end = from + length;
    // Eight at a time: most text is ASCII, and this is most of what decoding costs.
    while (end - at >= 8 && ((long) LONG.get(in, at) & HIGH_BITS) == 0) {
      at += 8;
    }
    while (at < end && in[at] >= 0) {
      at++;
    }
    if (at == end) {
      return;
    }
    try {
      // A database of encoding SQL_ASCII sends whatever it was given.
      var unused = UTF_8.newDecoder().decode(ByteBuffer.wrap(in, at, end - at));
    } catch (CharacterCodingException e) {
      throw unsupported("text that is not UTF-8");
    }
  }

  private void require(int length, int expected) {
    if (length != expected) {
      throw CopyDecoder.broken(
          "column %s has %d bytes, not %d".formatted(name(), length, expected));
    }
  }

  private String name() {
    return column.name();
  }

  private TidemillException unsupported(String what) {
    String type = column.column().type().toString();
    return Problem.of(
            SourceError.SOURCE_VALUE_UNSUPPORTED,
            "column %s (%s) holds %s"
                .formatted(name(), column.column().sourceType(), what.replace("%s", type)))
        .field(name())
        .next("filter such rows out, or stage a view that casts the column to text")
        .exception();
  }
}
