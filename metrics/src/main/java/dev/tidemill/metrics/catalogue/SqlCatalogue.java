package dev.tidemill.metrics.catalogue;

import dev.tidemill.core.error.Problem;
import dev.tidemill.jobs.store.Store;
import dev.tidemill.jobs.store.StoreClock;
import dev.tidemill.metrics.MetricsError;
import dev.tidemill.promql.series.TimeRange;
import dev.tidemill.storage.ObjectKey;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.StatementContext;

/** The catalogue in the table {@code segments}, on PostgreSQL and SQLite. */
public final class SqlCatalogue implements Catalogue {
  /** How old an object may be when it is committed; the sweep waits for much longer. */
  static final Duration COMMIT_WITHIN = Duration.ofMinutes(10);

  private static final String COLUMNS =
      "id, slot, slots, level, min_time, max_time, object, bytes, sample_count,"
          + " sequence, checksum";

  private final Store store;
  private final String tenant;

  public SqlCatalogue(Store store, String tenant) {
    this.store = store;
    this.tenant = tenant;
  }

  @Override
  public String tenant() {
    return tenant;
  }

  @Override
  public void commit(List<NewSegment> segments) {
    store.inTransaction(
        handle -> {
          requireInTime(handle, segments);
          insert(handle, segments, nextSequence(handle));
          return true;
        });
  }

  @Override
  public List<Segment> list(TimeRange range) {
    return store.reading(
        handle ->
            handle
                .createQuery(
                    "SELECT "
                        + COLUMNS
                        + " FROM segments WHERE tenant = :tenant AND dropped_at IS NULL"
                        + " AND max_time >= :mint AND min_time <= :maxt"
                        + " ORDER BY sequence DESC, id DESC")
                .bind("tenant", tenant)
                .bind("mint", range.mint())
                .bind("maxt", range.maxt())
                .map(SqlCatalogue::segment)
                .list());
  }

  @Override
  public void swap(List<Segment> old, List<NewSegment> fresh) {
    store.inTransaction(
        handle -> {
          requireInTime(handle, fresh);
          // Nobody else commits or swaps meanwhile; the number itself is not used.
          nextSequence(handle);
          long sequence = old.stream().mapToLong(Segment::sequence).max().orElseThrow();
          requireComplete(handle, old);
          if (drop(handle, old) != old.size()) {
            throw changed();
          }
          insert(handle, fresh, sequence);
          return true;
        });
  }

  @Override
  public int dropBefore(Instant time) {
    return store.inTransaction(
        handle ->
            handle
                .createUpdate(
                    store.sql(
                        "UPDATE segments SET dropped_at = ${now} WHERE tenant = :tenant"
                            + " AND dropped_at IS NULL AND max_time < :time"))
                .bind("tenant", tenant)
                .bind("time", time.toEpochMilli())
                .execute());
  }

  /** By the database's clock, as the sweep decides. */
  private void requireInTime(Handle handle, List<NewSegment> segments) {
    long now = handle.createQuery(store.sql("SELECT ${now}")).mapTo(Long.class).one();
    for (NewSegment segment : segments) {
      if (segment.object().madeAtMicros() < now - StoreClock.micros(COMMIT_WITHIN)) {
        throw Problem.of(
                MetricsError.SEGMENT_TOO_LATE,
                "segment %s was made too long ago; nothing was committed"
                    .formatted(segment.object().key()))
            .next("write it anew; if that fails too, compare this machine's clock with the store's")
            .exception();
      }
    }
  }

  private long nextSequence(Handle handle) {
    return handle
        .createQuery(
            "INSERT INTO segment_commits (tenant, last) VALUES (:tenant, 1)"
                + " ON CONFLICT (tenant) DO UPDATE SET last = segment_commits.last + 1"
                + " RETURNING last")
        .bind("tenant", tenant)
        .mapTo(Long.class)
        .one();
  }

  /** Nothing of the same times and slots that came between the first and the last is left out. */
  private void requireComplete(Handle handle, List<Segment> old) {
    long least = old.stream().mapToLong(Segment::sequence).min().orElseThrow();
    long most = old.stream().mapToLong(Segment::sequence).max().orElseThrow();
    for (Segment segment : old) {
      List<Long> between =
          handle
              .createQuery(
                  "SELECT id FROM segments WHERE tenant = :tenant AND dropped_at IS NULL"
                      + " AND sequence BETWEEN :least AND :most"
                      + " AND max_time >= :mint AND min_time <= :maxt"
                      + " AND slot < :end AND slot + slots > :first")
              .bind("tenant", tenant)
              .bind("least", least)
              .bind("most", most)
              .bind("mint", segment.times().mint())
              .bind("maxt", segment.times().maxt())
              .bind("first", segment.slots().first())
              .bind("end", segment.slots().first() + segment.slots().count())
              .mapTo(Long.class)
              .list();
      if (!old.stream().map(Segment::id).toList().containsAll(between)) {
        throw changed();
      }
    }
  }

  private int drop(Handle handle, List<Segment> old) {
    return handle
        .createUpdate(
            store.sql(
                "UPDATE segments SET dropped_at = ${now} WHERE tenant = :tenant"
                    + " AND dropped_at IS NULL AND id IN (<ids>)"))
        .bind("tenant", tenant)
        .bindList("ids", old.stream().map(Segment::id).toList())
        .execute();
  }

  private void insert(Handle handle, List<NewSegment> segments, long sequence) {
    if (segments.isEmpty()) {
      return;
    }
    var batch =
        handle.prepareBatch(
            store.sql(
                "INSERT INTO segments (tenant, slot, slots, level, min_time, max_time, object,"
                    + " bytes, sample_count, series_count, checksum, created_at, sequence)"
                    + " VALUES (:tenant, :slot, :slots, :level, :mint, :maxt, :object, :bytes,"
                    + " :samples, :series, :sha256, ${now}, :sequence)"));
    for (NewSegment segment : segments) {
      batch
          .bind("tenant", tenant)
          .bind("slot", segment.slots().first())
          .bind("slots", segment.slots().count())
          .bind("level", segment.level())
          .bind("mint", segment.times().mint())
          .bind("maxt", segment.times().maxt())
          .bind("object", segment.object().key().value())
          .bind("bytes", segment.bytes())
          .bind("samples", segment.samples())
          .bind("series", segment.series())
          .bind("sha256", segment.sha256())
          .bind("sequence", sequence)
          .add();
    }
    batch.execute();
  }

  private static Segment segment(ResultSet row, StatementContext context) throws SQLException {
    return new Segment(
        row.getLong("id"),
        new SlotRange(row.getInt("slot"), row.getInt("slots")),
        row.getInt("level"),
        new TimeRange(row.getLong("min_time"), row.getLong("max_time")),
        ObjectKey.of(row.getString("object")),
        row.getLong("bytes"),
        row.getLong("sample_count"),
        row.getLong("sequence"),
        row.getString("checksum"));
  }

  private static RuntimeException changed() {
    return Problem.of(
            MetricsError.SEGMENTS_CHANGED,
            "the segments changed meanwhile; those that counted still do")
        .next("look again at which count, and try again")
        .exception();
  }
}
