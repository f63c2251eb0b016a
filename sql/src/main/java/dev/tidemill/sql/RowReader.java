package dev.tidemill.sql;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of a query, read as they come; memory does not grow with their number. */
public interface RowReader extends AutoCloseable {

  List<SqlColumn> columns();

  /** Goes to the next row; false at the end. */
  boolean next();

  /** The current row's value, of the column type's {@link SqlType#javaClass}; null for NULL. */
  @Nullable Object value(int column);

  @Override
  void close();
}
