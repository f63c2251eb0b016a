package dev.tidemill.sources.mariadb;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemill.core.error.Problem;
import dev.tidemill.sources.Chunk;
import dev.tidemill.sources.ChunkRows;
import dev.tidemill.sources.SourceColumn;
import dev.tidemill.sources.SourceError;
import dev.tidemill.sql.SqlType;
import dev.tidemill.sql.arrow.RowSink;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A streaming result. Its query begins with the first {@link #next}, so that {@link #cancel} can
 * end it from its beginning on. Ending it early costs its connection; in good order it does not.
 */
final class MariaChunkRows implements ChunkRows {
  /** The driver holds so many rows at once. */
  private static final int FETCH = 256;

  private final Connection connection;
  private final boolean own;
  private final List<SourceColumn> columns;
  private final PreparedStatement statement;
  private final MariaGuard guard;
  private long count;
  private @Nullable ResultSet result;
  private volatile boolean cancelled;
  private boolean ended;

  /**
   * @param own whether the connection is for these rows alone
   */
  MariaChunkRows(Connection connection, boolean own, MariaSelect select, Chunk chunk)
      throws SQLException {
    this.connection = connection;
    this.own = own;
    this.columns = select.table().sourceColumns();
    this.statement = select.of(chunk).prepare(connection);
    this.guard = select.guard();
    statement.setFetchSize(MariaGuard.wide(select.table().columns()) ? 1 : FETCH);
  }

  @Override
  public List<SourceColumn> columns() {
    return columns;
  }

  @Override
  public boolean next(RowSink sink) {
    try {
      ResultSet rows = result;
      if (rows == null) {
        rows = statement.executeQuery();
        result = rows;
      }
      if (ended || !rows.next()) {
        ended = true;
        return false;
      }
      guard.check(rows, ++count);
      for (int i = 0; i < columns.size(); i++) {
        value(rows, i, columns.get(i), sink);
      }
      sink.endRow();
      return true;
    } catch (SQLException e) {
      if (cancelled) {
        throw Problem.of(SourceError.SOURCE_INTERRUPTED, "reading the source was cancelled")
            .exception(e);
      }
      throw MariaErrors.of("the source broke off", e);
    }
  }

  private static void value(ResultSet rows, int i, SourceColumn column, RowSink sink)
      throws SQLException {
    switch (column.type()) {
      case SqlType.Decimal d -> {
        @Nullable BigDecimal value = rows.getBigDecimal(i + 1);
        if (value == null) {
          sink.nothing(i);
        } else {
          decimal(i, column, d, value, sink);
        }
      }
      case SqlType.Simple simple -> {
        switch (simple) {
          case BIGINT -> {
            long value = rows.getLong(i + 1);
            if (rows.wasNull()) {
              sink.nothing(i);
            } else {
              sink.bigint(i, value);
            }
          }
          case DOUBLE -> {
            double value = rows.getDouble(i + 1);
            if (rows.wasNull()) {
              sink.nothing(i);
            } else {
              sink.real(i, value);
            }
          }
          case BOOLEAN, VARCHAR, VARBINARY, DATE, TIMESTAMP -> bytes(rows, i, column, simple, sink);
        }
      }
    }
  }

  private static void bytes(
      ResultSet rows, int i, SourceColumn column, SqlType.Simple type, RowSink sink)
      throws SQLException {
    byte @Nullable [] bytes = rows.getBytes(i + 1);
    if (bytes == null) {
      sink.nothing(i);
      return;
    }
    switch (type) {
      case VARBINARY -> sink.binary(i, bytes, 0, bytes.length);
      case DATE -> sink.date(i, day(column, new String(bytes, UTF_8)));
      case TIMESTAMP -> sink.timestamp(i, micros(column, new String(bytes, UTF_8)));
      default -> sink.text(i, bytes, 0, bytes.length);
    }
  }

  private static void decimal(
      int i, SourceColumn column, SqlType.Decimal type, BigDecimal exact, RowSink sink) {
    try {
      BigInteger value = exact.setScale(type.scale()).unscaledValue();
      if (value.abs().compareTo(BigInteger.TEN.pow(type.precision())) >= 0) {
        throw unsupported(column, exact.toString());
      }
      sink.decimal(i, value.shiftRight(64).longValue(), value.longValue());
    } catch (ArithmeticException e) {
      throw unsupported(column, exact.toString());
    }
  }

  private static int day(SourceColumn column, String text) {
    try {
      return (int) LocalDate.parse(text).toEpochDay();
    } catch (DateTimeException e) {
      throw unsupported(column, text);
    }
  }

  private static long micros(SourceColumn column, String text) {
    try {
      return MariaTimes.micros(text);
    } catch (DateTimeException e) {
      throw unsupported(column, text);
    }
  }

  private static RuntimeException unsupported(SourceColumn column, String text) {
    return Problem.of(
            SourceError.SOURCE_VALUE_UNSUPPORTED,
            "column %s (%s) holds %s, which %s cannot"
                .formatted(column.name(), column.sourceType(), text, column.type()))
        .field(column.name())
        .next("filter such rows out, or stage a view that casts the column to text")
        .exception();
  }

  @Override
  public void cancel() {
    cancelled = true;
    try {
      statement.cancel();
    } catch (SQLException e) {
      // Then the server learns it from the connection that goes.
    }
    MariaConnection.drop(connection);
  }

  @Override
  public void close() {
    if (ended) {
      try {
        statement.close();
        if (own) {
          connection.close();
        }
        return;
      } catch (SQLException e) {
        // All rows are here; how the connection ends does not matter.
      }
    }
    if (!cancelled) {
      cancel();
    }
  }
}
