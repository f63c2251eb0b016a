package dev.tidemill.metrics.read;

import dev.tidemill.core.error.Problem;
import dev.tidemill.metrics.MetricsError;
import dev.tidemill.metrics.catalogue.Catalogue;
import dev.tidemill.metrics.catalogue.Segment;
import dev.tidemill.metrics.segment.ByteSource;
import dev.tidemill.metrics.segment.SamplePage;
import dev.tidemill.metrics.segment.SegmentFile;
import dev.tidemill.metrics.segment.SeriesTable;
import dev.tidemill.promql.series.Labels;
import dev.tidemill.promql.series.QueryBudget;
import dev.tidemill.promql.series.Samples;
import dev.tidemill.promql.series.Selector;
import dev.tidemill.promql.series.SeriesSource;
import dev.tidemill.promql.series.TimeRange;
import dev.tidemill.storage.ObjectStore;
import dev.tidemill.storage.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** Reads what the catalogue says counts. Thread-safe. */
public final class SegmentReader {
  private final Catalogue catalogue;
  private final ObjectStore objects;
  private final DecodedCache cache;
  private final LabelsPool pool = new LabelsPool();

  private record FileKey(long segment) {}

  private record TableKey(long segment, int group) {}

  private record PageKey(long segment, int group, int page) {}

  public SegmentReader(Catalogue catalogue, ObjectStore objects, DecodedCache cache) {
    this.catalogue = catalogue;
    this.objects = objects;
    this.cache = cache;
  }

  /** For one query: which segments count is looked up once per range of time. */
  public SeriesSource forQuery() {
    return new QuerySource(this, catalogue::list);
  }

  /** Exactly these, those of a later commit counting more. */
  public SeriesSource of(List<Segment> segments) {
    List<Segment> latestFirst =
        segments.stream().sorted(Comparator.comparingLong(Segment::sequence).reversed()).toList();
    return new QuerySource(this, range -> latestFirst);
  }

  /**
   * The labels of series that any of the selectors matches, in order. Which segments they are in
   * decides whether they are in time, so some may have their samples up to two hours beside.
   */
  public SortedSet<Labels> series(List<Selector> selectors, TimeRange range, QueryBudget budget) {
    var found = new TreeSet<Labels>();
    for (Segment segment : catalogue.list(range)) {
      SegmentFile file = file(segment);
      for (int group = 0; group < file.groupCount(); group++) {
        SeriesTable table = table(segment, group);
        budget.checkpoint();
        for (Selector selector : selectors) {
          for (int series : table.find(selector)) {
            if (found.add(table.labels(series))) {
              budget.hold(1);
            }
          }
        }
      }
    }
    return found;
  }

  /**
   * Reads all of an object.
   *
   * @throws dev.tidemill.core.error.TidemillException {@code SEGMENT_DAMAGED} if it is not the one
   *     that was committed
   */
  public void requireWhole(Segment segment) {
    MessageDigest digest = Sha256.digest();
    byte[] buffer = new byte[1 << 16];
    try (InputStream in = objects.open(segment.object())) {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        digest.update(buffer, 0, n);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (!HexFormat.of().formatHex(digest.digest()).equals(segment.sha256())) {
      throw Problem.of(
              MetricsError.SEGMENT_DAMAGED,
              "segment %s is not what was committed".formatted(segment.object()))
          .next("restore the object from a copy, or drop the segment")
          .exception();
    }
  }

  SegmentFile file(Segment segment) {
    return cache.get(
        new FileKey(segment.id()),
        SegmentFile.class,
        () ->
            SegmentFile.open(
                segment.object().value(),
                ByteSource.of(objects, segment.object(), segment.bytes())),
        SegmentFile::weight);
  }

  SeriesTable table(Segment segment, int group) {
    return cache.get(
        new TableKey(segment.id(), group),
        SeriesTable.class,
        () -> file(segment).series(group, pool),
        SeriesTable::weight);
  }

  List<Samples> samples(GroupHits.Piece piece) {
    return piece
        .file()
        .samples(
            piece.group(),
            piece.table(),
            piece.series(),
            page -> page(piece.file(), piece.segment(), piece.group(), page));
  }

  private SamplePage page(SegmentFile file, Segment segment, int group, int page) {
    return cache.get(
        new PageKey(segment.id(), group, page),
        SamplePage.class,
        () -> file.page(group, page),
        SamplePage::weight);
  }
}
