package dev.tidemill.spike.arrowjdk25;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.TimeStampMicroVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/** Makes samples batch by batch, when asked for the next one, as an extractor would. */
final class SampleReader extends ArrowReader {
  private static final int BATCH = 65_536;
  private final long rows;
  private long next;

  SampleReader(BufferAllocator allocator, long rows) {
    super(allocator);
    this.rows = rows;
  }

  @Override
  protected Schema readSchema() {
    return new Schema(
        List.of(
            Field.nullable("small", new ArrowType.Int(32, true)),
            Field.nullable("big", new ArrowType.Int(64, true)),
            Field.nullable("real", new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE)),
            Field.nullable("exact", new ArrowType.Decimal(38, 9, 128)),
            Field.nullable("text", ArrowType.Utf8.INSTANCE),
            Field.nullable("micros", new ArrowType.Timestamp(TimeUnit.MICROSECOND, null)),
            Field.notNullable("row", new ArrowType.Int(64, true))));
  }

  @Override
  public boolean loadNextBatch() throws IOException {
    prepareLoadNextBatch();
    int count = (int) Math.min(BATCH, rows - next);
    if (count == 0) {
      return false;
    }
    VectorSchemaRoot root = getVectorSchemaRoot();
    root.allocateNew();
    for (int i = 0; i < count; i++) {
      put(root, i, Sample.of(next + i));
    }
    root.setRowCount(count);
    next += count;
    return true;
  }

  private static void put(VectorSchemaRoot root, int i, Sample sample) {
    if (sample.small() != null) {
      ((IntVector) root.getVector(0)).setSafe(i, sample.small());
    }
    if (sample.big() != null) {
      ((BigIntVector) root.getVector(1)).setSafe(i, sample.big());
    }
    if (sample.real() != null) {
      ((Float8Vector) root.getVector(2)).setSafe(i, sample.real());
    }
    if (sample.exact() != null) {
      ((DecimalVector) root.getVector(3)).setSafe(i, sample.exact());
    }
    if (sample.text() != null) {
      ((VarCharVector) root.getVector(4)).setSafe(i, sample.text().getBytes(UTF_8));
    }
    if (sample.micros() != null) {
      ((TimeStampMicroVector) root.getVector(5)).setSafe(i, sample.micros());
    }
    ((BigIntVector) root.getVector(6)).setSafe(i, sample.row());
  }

  @Override
  public long bytesRead() {
    return 0;
  }

  @Override
  protected void closeReadSource() {}
}
