package dev.tidemill.sql.arrow;

import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.BitVectorHelper;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.TimeStampMicroVector;
import org.apache.arrow.vector.VectorSchemaRoot;

/** Fills the vectors of one batch. Full when it holds enough rows, or enough bytes of text. */
final class ArrowBatch implements RowSink {
  static final int MOST_ROWS = 65_536;
  private static final long ENOUGH_BYTES = 16L << 20;
  private static final int FIRST_GUESS = 16;

  private final VectorSchemaRoot root;
  private final FieldVector[] vectors;
  private final long[] guesses;
  private int row;
  private long bytes;

  ArrowBatch(VectorSchemaRoot root) {
    this.root = root;
    List<FieldVector> all = root.getFieldVectors();
    this.vectors = all.toArray(FieldVector[]::new);
    this.guesses = new long[vectors.length];
    java.util.Arrays.fill(guesses, (long) MOST_ROWS * FIRST_GUESS);
  }

  /** Takes new memory; what was exported before keeps its own. */
  void begin() {
    for (int i = 0; i < vectors.length; i++) {
      switch (vectors[i]) {
        case BaseFixedWidthVector fixed -> fixed.allocateNew(MOST_ROWS);
        case BaseVariableWidthVector variable -> variable.allocateNew(guesses[i], MOST_ROWS);
        default -> throw new IllegalStateException("no column has " + vectors[i].getClass());
      }
    }
    row = 0;
    bytes = 0;
  }

  boolean full() {
    return row == MOST_ROWS || bytes >= ENOUGH_BYTES;
  }

  int end() {
    root.setRowCount(row);
    for (int i = 0; i < vectors.length; i++) {
      if (vectors[i] instanceof BaseVariableWidthVector variable && row > 0) {
        long used = variable.getOffsetBuffer().getInt(4L * row);
        guesses[i] = Math.max(64, Math.min(ENOUGH_BYTES, used + used / 8));
      }
    }
    return row;
  }

  @Override
  public void nothing(int column) {
    // The validity bits of new memory are zero; texts fill the gap in their offsets themselves.
  }

  @Override
  public void bool(int column, boolean value) {
    ((BitVector) vectors[column]).set(row, value ? 1 : 0);
  }

  @Override
  public void bigint(int column, long value) {
    ((BigIntVector) vectors[column]).set(row, value);
  }

  @Override
  public void real(int column, double value) {
    ((Float8Vector) vectors[column]).set(row, value);
  }

  @Override
  public void decimal(int column, long high, long low) {
    var vector = (DecimalVector) vectors[column];
    ArrowBuf data = vector.getDataBuffer();
    data.setLong(16L * row, low);
    data.setLong(16L * row + 8, high);
    BitVectorHelper.setBit(vector.getValidityBuffer(), row);
  }

  @Override
  public void text(int column, byte[] value, int from, int length) {
    ((BaseVariableWidthVector) vectors[column]).setSafe(row, value, from, length);
    bytes += length;
  }

  @Override
  public void binary(int column, byte[] value, int from, int length) {
    text(column, value, from, length);
  }

  @Override
  public void date(int column, int epochDay) {
    ((DateDayVector) vectors[column]).set(row, epochDay);
  }

  @Override
  public void timestamp(int column, long epochMicros) {
    ((TimeStampMicroVector) vectors[column]).set(row, epochMicros);
  }

  @Override
  public void endRow() {
    row++;
    if (row > MOST_ROWS) {
      throw new IllegalStateException("the batch is full");
    }
  }
}
