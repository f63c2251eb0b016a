package dev.tidemill.metrics.segment;

import dev.tidemill.promql.series.Labels;
import dev.tidemill.promql.series.Matcher;
import dev.tidemill.promql.series.Selector;
import dev.tidemill.promql.series.Slot;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.apache.parquet.format.PageType;
import org.jspecify.annotations.Nullable;

/**
 * The series of one row group, which rows are theirs, and which have a label of some value.
 * Thread-safe.
 */
public final class SeriesTable {
  private static final int[] NOBODY = {};
  private static final int BYTES_PER_LABEL = 150;

  private final Labels[] labels;

  /** Where each series begins, and behind the last where it ends. */
  private final int[] rows;

  /** The first series of each slot. */
  private final int[] slots = new int[Slot.COUNT + 1];

  /** By label name, then value: who has it. Made for labels that are asked for. */
  private final Map<String, Map<String, int[]>> postings = new ConcurrentHashMap<>();

  private SeriesTable(Labels[] labels, int[] rows) {
    this.labels = labels;
    this.rows = rows;
    int series = 0;
    for (int slot = 0; slot <= Slot.COUNT; slot++) {
      while (series < labels.length && Slot.of(labels[series]).number() < slot) {
        series++;
      }
      slots[slot] = series;
    }
  }

  static SeriesTable decode(byte[] chunk, int rowCount, UnaryOperator<Labels> same)
      throws IOException {
    var pages = new PageFile(chunk);
    PageFile.Page dictionary = pages.next();
    if (dictionary.type() != PageType.DICTIONARY_PAGE) {
      throw new IOException("the series column has no dictionary");
    }
    Labels[] labels = labels(dictionary, same);
    int[] rows = new int[labels.length + 1];
    int row = 0;
    int series = -1;
    while (pages.hasNext()) {
      PageFile.Page page = pages.next();
      for (int number : PageDecoder.runs(page.data(), page.count())) {
        if (number != series) {
          series++;
          if (number != series || number >= labels.length) {
            throw new IOException("series are not in order");
          }
          rows[series] = row;
        }
        row++;
      }
    }
    if (row != rowCount || series != labels.length - 1) {
      throw new IOException("the series column has other rows than its row group");
    }
    rows[labels.length] = row;
    return new SeriesTable(labels, rows);
  }

  private static Labels[] labels(PageFile.Page dictionary, UnaryOperator<Labels> same)
      throws IOException {
    byte[] data = dictionary.data();
    if (dictionary.count() < 0 || dictionary.count() > data.length) {
      throw new IOException("a dictionary cannot have " + dictionary.count() + " entries");
    }
    Labels[] labels = new Labels[dictionary.count()];
    var in = ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < labels.length; i++) {
      int length = in.remaining() < Integer.BYTES ? -1 : in.getInt();
      if (length < 0 || length > in.remaining()) {
        throw new IOException("the dictionary ends early");
      }
      labels[i] = same.apply(LabelsText.read(data, in.position(), length));
      in.position(in.position() + length);
    }
    return labels;
  }

  public Labels labels(int series) {
    return labels[series];
  }

  int firstRow(int series) {
    return rows[series];
  }

  int endRow(int series) {
    return rows[series + 1];
  }

  /** The numbers of those that match, ascending; those of a slot are next to each other. */
  public int[] find(Selector selector) {
    int[] candidates = candidates(selector);
    int count = candidates == null ? labels.length : candidates.length;
    int[] found = new int[count];
    int matching = 0;
    for (int i = 0; i < count; i++) {
      int series = candidates == null ? i : candidates[i];
      if (selector.matches(labels[series])) {
        found[matching++] = series;
      }
    }
    return Arrays.copyOf(found, matching);
  }

  /** Where in ascending numbers of series each slot begins, and behind the last where it ends. */
  public int[] slots(int[] series) {
    int[] begins = new int[Slot.COUNT + 1];
    int at = 0;
    for (int slot = 0; slot <= Slot.COUNT; slot++) {
      while (at < series.length && series[at] < slots[slot]) {
        at++;
      }
      begins[slot] = at;
    }
    return begins;
  }

  /** The fewest that one matcher leaves, or null when none of them says which value it wants. */
  private int @Nullable [] candidates(Selector selector) {
    int[] fewest = null;
    for (var matcher : selector.matchers()) {
      if (matcher.op() == Matcher.Op.EQUAL && !matcher.value().isEmpty()) {
        int[] these =
            postings
                .computeIfAbsent(matcher.label(), this::post)
                .getOrDefault(matcher.value(), NOBODY);
        fewest = fewest == null || these.length < fewest.length ? these : fewest;
      }
    }
    return fewest;
  }

  private Map<String, int[]> post(String label) {
    var lists = new HashMap<String, List<Integer>>();
    for (int series = 0; series < labels.length; series++) {
      String value = labels[series].get(label);
      if (!value.isEmpty()) {
        lists.computeIfAbsent(value, v -> new ArrayList<>()).add(series);
      }
    }
    var posted = new HashMap<String, int[]>();
    lists.forEach(
        (value, list) -> posted.put(value, list.stream().mapToInt(Integer::intValue).toArray()));
    return posted;
  }

  /** About how much memory it takes. */
  public long weight() {
    long weight = 0;
    for (Labels one : labels) {
      weight += 64 + (long) BYTES_PER_LABEL * one.size();
    }
    return weight;
  }
}
