package dev.tidemill.metrics.segment;

import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.metrics.MetricsError;
import dev.tidemill.promql.series.Labels;
import dev.tidemill.promql.series.Samples;
import dev.tidemill.promql.series.TimeRange;
import dev.tidemill.storage.StorageError;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import org.apache.parquet.format.PageLocation;

/** An opened segment: its footer, and the way to the rest. Immutable and thread-safe. */
public final class SegmentFile {
  private final String name;
  private final ByteSource source;
  private final Footer footer;

  private SegmentFile(String name, ByteSource source, Footer footer) {
    this.name = name;
    this.source = source;
    this.footer = footer;
  }

  /**
   * @param name for messages
   */
  public static SegmentFile open(String name, ByteSource source) {
    return new SegmentFile(name, source, guarded(name, () -> Footer.read(source)));
  }

  /** The row groups that may hold samples of a time. */
  public List<Integer> groups(TimeRange range) {
    var found = new ArrayList<Integer>();
    for (int i = 0; i < footer.groups().size(); i++) {
      Footer.Group group = footer.groups().get(i);
      if (group.times().mint() <= range.maxt() && range.mint() <= group.times().maxt()) {
        found.add(i);
      }
    }
    return found;
  }

  /** A bit for each slot of which a row group may hold series, the lowest for slot 0. */
  public long slots(int group) {
    return footer.groups().get(group).slots();
  }

  public int groupCount() {
    return footer.groups().size();
  }

  /**
   * @param same gives the labels to hold for those that were read
   */
  public SeriesTable series(int group, UnaryOperator<Labels> same) {
    Footer.Group about = footer.groups().get(group);
    return guarded(
        name,
        () ->
            SeriesTable.decode(
                source.read(about.series().from(), about.series().length()), about.rows(), same));
  }

  public SamplePage page(int group, int page) {
    Footer.Group about = footer.groups().get(group);
    return guarded(
        name,
        () -> {
          PageFile.Page times = load(about.timePages().get(page));
          PageFile.Page values = load(about.valuePages().get(page));
          int firstRow = Math.toIntExact(about.timePages().get(page).getFirst_row_index());
          if (times.count() != values.count() || times.count() < 1) {
            throw new IOException("pages of the columns do not hold the same rows");
          }
          return new SamplePage(
              firstRow,
              PageDecoder.deltas(times.data(), times.count()),
              PageDecoder.split(values.data(), values.count()));
        });
  }

  /**
   * The samples of a series in a row group.
   *
   * @param pages gives a page of this row group, decoded just now or before
   */
  public List<Samples> samples(
      int group, SeriesTable table, int series, IntFunction<SamplePage> pages) {
    int from = table.firstRow(series);
    int to = table.endRow(series);
    var pieces = new ArrayList<Samples>();
    for (int page = pageOf(group, from); from < to; page++) {
      SamplePage decoded = pages.apply(page);
      pieces.add(guarded(name, () -> decoded.rows(table.firstRow(series), to)));
      from = decoded.endRow();
    }
    return pieces;
  }

  private int pageOf(int group, int row) {
    List<PageLocation> pages = footer.groups().get(group).timePages();
    int page = pages.size() - 1;
    while (page > 0 && pages.get(page).getFirst_row_index() > row) {
      page--;
    }
    return page;
  }

  private PageFile.Page load(PageLocation at) throws IOException {
    return new PageFile(source.read(at.getOffset(), at.getCompressed_page_size())).next();
  }

  /** About how much memory it takes. */
  public long weight() {
    return footer.groups().stream().mapToLong(g -> 500 + 100L * g.timePages().size()).sum();
  }

  /** Reads, or says that the segment is damaged; errors of the store stay what they are. */
  private static <T> T guarded(String name, Reading<T> reading) {
    try {
      return reading.read();
    } catch (TidemillException e) {
      if (e.code() instanceof StorageError) {
        throw e;
      }
      throw damaged(name, e);
    } catch (IOException | RuntimeException e) {
      throw damaged(name, e);
    }
  }

  private static RuntimeException damaged(String name, Exception e) {
    return Problem.of(MetricsError.SEGMENT_DAMAGED, "segment %s cannot be read".formatted(name))
        .cause(String.valueOf(e.getMessage()))
        .next("restore the object from a copy, or drop the segment")
        .exception(e);
  }

  private interface Reading<T> {
    T read() throws IOException;
  }
}
