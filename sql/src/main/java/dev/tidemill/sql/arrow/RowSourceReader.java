package dev.tidemill.sql.arrow;

import dev.tidemill.sql.SqlColumn;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Makes batches when the engine asks for them. The engine reduces an error to its text, so the
 * error itself is kept here.
 */
final class RowSourceReader extends ArrowReader {
  private final Schema schema;
  private final RowSource source;
  private @Nullable ArrowBatch batch;
  private boolean ended;
  private volatile @Nullable Throwable failure;
  private volatile boolean cancelled;
  private final AtomicLong rows = new AtomicLong();

  RowSourceReader(BufferAllocator allocator, List<SqlColumn> columns, RowSource source) {
    super(allocator);
    this.schema = ArrowColumns.schema(columns);
    this.source = source;
  }

  @Nullable Throwable failure() {
    return failure;
  }

  long rows() {
    return rows.get();
  }

  void cancel() {
    cancelled = true;
  }

  @Override
  protected Schema readSchema() {
    return schema;
  }

  @Override
  public boolean loadNextBatch() throws IOException {
    try {
      return fill();
    } catch (Throwable e) {
      failure = e;
      throw new IOException("the source failed", e);
    }
  }

  private boolean fill() throws Exception {
    if (ended) {
      return false;
    }
    prepareLoadNextBatch();
    if (batch == null) {
      batch = new ArrowBatch(getVectorSchemaRoot());
    }
    batch.begin();
    while (!ended && !batch.full()) {
      if (cancelled) {
        throw new InterruptedException("cancelled");
      }
      ended = !source.next(batch);
    }
    int count = batch.end();
    rows.addAndGet(count);
    return count > 0;
  }

  @Override
  public long bytesRead() {
    return 0;
  }

  @Override
  protected void closeReadSource() {
    // The source belongs to whoever made it.
  }
}
