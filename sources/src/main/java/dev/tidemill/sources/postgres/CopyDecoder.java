package dev.tidemill.sources.postgres;

import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.sources.SourceError;
import dev.tidemill.sql.arrow.RowSink;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

/**
 * PostgreSQL's binary COPY as rows. The bytes may be cut anywhere; a row is passed on when all of
 * it is there. Pure, and strict: whatever does not make sense ends in an error.
 */
final class CopyDecoder {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
  private static final byte[] SIGNATURE = {
    'P', 'G', 'C', 'O', 'P', 'Y', '\n', (byte) 0xff, '\r', '\n', 0
  };
  private static final int HEADER = SIGNATURE.length + 8;
  private static final int INCOMPLETE = -1;

  private enum Place {
    HEADER,
    ROWS,
    ENDED
  }

  private final PgGuard guard;
  private final FieldDecoder[] fields;
  private final int expected;
  private Place place = Place.HEADER;
  private byte[] rest = new byte[0];
  private long rows;

  CopyDecoder(PgGuard guard) {
    this.guard = guard;
    List<PgColumn> columns = guard.table().columns();
    fields = new FieldDecoder[columns.size()];
    expected = columns.size() + guard.fields();
    Arrays.setAll(fields, i -> new FieldDecoder(i, columns.get(i)));
  }

  long rows() {
    return rows;
  }

  void accept(byte[] bytes, RowSink sink) {
    byte[] all = rest.length == 0 ? bytes : joined(rest, bytes);
    int at = 0;
    while (at < all.length) {
      int next =
          switch (place) {
            case HEADER -> header(all);
            case ROWS -> row(all, at, sink);
            case ENDED -> throw broken("it goes on behind its end");
          };
      if (next == INCOMPLETE) {
        break;
      }
      at = next;
    }
    rest = at == all.length ? new byte[0] : Arrays.copyOfRange(all, at, all.length);
  }

  /** The stream is over; it must have said so itself. */
  void finish() {
    if (place != Place.ENDED) {
      throw broken("it ends in the middle, after %d rows".formatted(rows));
    }
  }

  private int header(byte[] all) {
    int known = Math.min(all.length, SIGNATURE.length);
    if (!Arrays.equals(all, 0, known, SIGNATURE, 0, known)) {
      throw broken("it does not begin like binary COPY");
    }
    if (all.length < HEADER) {
      return INCOMPLETE;
    }
    int flags = (int) INT.get(all, SIGNATURE.length);
    int extension = (int) INT.get(all, SIGNATURE.length + 4);
    if (flags != 0 || extension < 0 || extension > 1 << 16) {
      throw broken("its header asks for what this program does not know");
    }
    if (all.length - HEADER < extension) {
      return INCOMPLETE;
    }
    place = Place.ROWS;
    return HEADER + extension;
  }

  private int row(byte[] all, int from, RowSink sink) {
    if (all.length - from < 2) {
      return INCOMPLETE;
    }
    int count = (short) SHORT.get(all, from);
    if (count == -1) {
      place = Place.ENDED;
      return from + 2;
    }
    if (count != expected) {
      throw broken("row %d has %d fields, not %d".formatted(rows + 1, count, expected));
    }
    int end = end(all, from + 2);
    if (end == INCOMPLETE) {
      return INCOMPLETE;
    }
    int at = from + 2;
    for (FieldDecoder field : fields) {
      int length = (int) INT.get(all, at);
      at += 4;
      if (length < 0) {
        sink.nothing(field.index());
      } else {
        field.decode(all, at, length, sink);
        at += length;
      }
    }
    sink.endRow();
    rows++;
    return end;
  }

  /** Where the row ends; looked up before anything is passed on, so that no half row ever is. */
  private int end(byte[] all, int from) {
    int at = from;
    for (int i = 0; i < expected; i++) {
      if (all.length - at < 4) {
        return INCOMPLETE;
      }
      int length = (int) INT.get(all, at);
      at += 4;
      if (length < -1) {
        throw broken("row %d has a field of length %d".formatted(rows + 1, length));
      }
      if (length > all.length - at) {
        return INCOMPLETE;
      }
      if (i >= fields.length && length >= 0) {
        throw guarded(i - fields.length, all, at, length);
      }
      at += Math.max(length, 0);
    }
    return at;
  }

  private TidemillException guarded(int field, byte[] all, int at, int length) {
    return length == Long.BYTES
        ? guard.refusal(field, (long) LONG.get(all, at), rows + 1)
        : broken("row %d has a length of %d bytes".formatted(rows + 1, length));
  }

  static TidemillException broken(String why) {
    return Problem.of(SourceError.SOURCE_STREAM_BROKEN, "the source's COPY stream is broken")
        .cause(why)
        .exception();
  }

  private static byte[] joined(byte[] first, byte[] second) {
    byte[] all = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, all, first.length, second.length);
    return all;
  }
}
