package dev.tidemill.sources.stage;

import dev.tidemill.sources.ChunkRows;
import dev.tidemill.sources.proof.RowHash;
import dev.tidemill.sql.arrow.RowSink;
import dev.tidemill.sql.arrow.RowSource;
import dev.tidemill.sql.arrow.TwoSinks;
import org.jspecify.annotations.Nullable;

/** Rows that are hashed as they pass, before anything else has touched them. */
final class CountedRows implements RowSource {
  private final ChunkRows rows;
  private final long most;
  private final RowHash hash = new RowHash();
  private final long mostBytes;
  private @Nullable TwoSinks both;
  private volatile long count;

  /**
   * @param mostBytes a longer value is refused
   */
  CountedRows(ChunkRows rows, long most, long mostBytes) {
    this.rows = rows;
    this.mostBytes = mostBytes;
    this.most = most;
  }

  @Override
  public boolean next(RowSink sink) {
    TwoSinks to = both;
    if (to == null || to.first() != sink) {
      to = new TwoSinks(sink, hash, new ValueLimit(hash, rows.columns(), mostBytes));
      both = to;
    }
    boolean more = rows.next(to);
    counted();
    return more;
  }

  /** Reads all, for the hash only. */
  long drain() {
    while (rows.next(hash)) {
      counted();
    }
    counted();
    return hash.rows();
  }

  private void counted() {
    long now = hash.rows();
    if (now > most) {
      throw new PartStager.TooManyRows();
    }
    // Others read it now and then; writing it each time would cost more than the hash.
    if ((now & 0xfff) == 0) {
      count = now;
    }
  }

  RowHash hash() {
    return hash;
  }

  long rows() {
    return count;
  }
}
