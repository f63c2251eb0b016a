package dev.tidemill.metrics.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemill.core.error.TidemillException;
import dev.tidemill.metrics.MetricsError;
import dev.tidemill.promql.series.Labels;
import dev.tidemill.promql.series.Samples;
import dev.tidemill.promql.series.Selector;
import dev.tidemill.promql.series.Slot;
import dev.tidemill.promql.series.StaleMarker;
import dev.tidemill.promql.series.TimeRange;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;

@Tag("Q3")
class SegmentProperties {
  private static final List<Double> ODD =
      List.of(
          Double.NaN,
          StaleMarker.VALUE,
          Double.longBitsToDouble(0x7ff8000000000123L),
          Double.longBitsToDouble(0xfff4000000000001L),
          -0.0,
          0.0,
          Double.POSITIVE_INFINITY,
          Double.NEGATIVE_INFINITY,
          Double.MIN_VALUE,
          -Double.MAX_VALUE);

  @Property(tries = 300)
  void any_labels_and_any_doubles_come_back_bit_for_bit(@ForAll long seed) throws IOException {
    Map<Labels, Samples> stored = series(new Random(seed), 1 + new Random(seed).nextInt(60), 30);

    assertThat(bits(read(write(stored)))).isEqualTo(bits(stored));
  }

  @Property(tries = 6)
  void series_longer_than_pages_and_row_groups_come_back_whole(@ForAll long seed)
      throws IOException {
    var random = new Random(seed);
    Map<Labels, Samples> stored = series(random, 4, Layout.ROWS_PER_GROUP);
    stored.putAll(series(random, 200, 300));

    assertThat(bits(read(write(stored)))).isEqualTo(bits(stored));
  }

  @Property(tries = 200)
  void times_of_any_distance_come_back(@ForAll long seed) throws IOException {
    var random = new Random(seed);
    var times = new TreeSet<Long>(List.of(Long.MIN_VALUE, Long.MAX_VALUE, 0L));
    for (int i = random.nextInt(400); i > 0; i--) {
      times.add(random.nextLong() >> random.nextInt(64));
    }
    long[] sorted = times.stream().mapToLong(Long::longValue).toArray();
    var samples = Samples.of(sorted, new double[sorted.length]);
    var stored = Map.of(Labels.of("__name__", "far"), samples);

    assertThat(bits(read(write(stored)))).isEqualTo(bits(stored));
  }

  @Property(tries = 1000)
  void a_damaged_segment_is_refused_or_reads_the_same(@ForAll long seed) throws IOException {
    var random = new Random(seed);
    Map<Labels, Samples> stored = series(random, 5, 20);
    byte[] bytes = write(stored);
    if (random.nextInt(4) == 0) {
      bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length));
    } else {
      bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
    }
    Map<Labels, Samples> read;
    try {
      read = read(bytes);
    } catch (TidemillException e) {
      assertThat(e.code()).isEqualTo(MetricsError.SEGMENT_DAMAGED);
      return;
    }
    // The footer has no checksum: what it leaves out is caught by the catalogue's.
    read.forEach((labels, samples) -> assertThat(stored).containsKey(labels));
  }

  @Property(tries = 1)
  void a_segment_without_samples_is_not_written() throws IOException {
    var writer = new SegmentWriter(new ByteArrayOutputStream());
    writer.add(Labels.of("__name__", "up"), Samples.NONE);

    assertThatThrownBy(writer::finish).isInstanceOf(IllegalStateException.class);
  }

  static byte[] write(Map<Labels, Samples> series) throws IOException {
    var sorted = new TreeMap<Labels, Samples>(SegmentWriter.ORDER);
    sorted.putAll(series);
    var bytes = new ByteArrayOutputStream();
    var writer = new SegmentWriter(bytes);
    for (var one : sorted.entrySet()) {
      writer.add(one.getKey(), one.getValue());
    }
    writer.finish();
    return bytes.toByteArray();
  }

  static Map<Labels, Samples> read(byte[] bytes) {
    SegmentFile file = SegmentFile.open("test", ByteSource.of(bytes));
    var pieces = new TreeMap<Labels, List<Samples>>();
    for (int group : file.groups(TimeRange.ALL)) {
      SeriesTable table = file.series(group, UnaryOperator.identity());
      int[] all = table.find(Selector.of());
      int[] slots = table.slots(all);
      for (Slot slot :
          Slot.ALL.stream().filter(s -> (file.slots(group) >>> s.number() & 1) == 1).toList()) {
        for (int i = slots[slot.number()]; i < slots[slot.number() + 1]; i++) {
          int series = all[i];
          assertThat(Slot.of(table.labels(series))).isEqualTo(slot);
          pieces
              .computeIfAbsent(table.labels(series), l -> new ArrayList<>())
              .addAll(file.samples(group, table, series, page -> file.page(group, page)));
        }
      }
    }
    var read = new TreeMap<Labels, Samples>();
    pieces.forEach((labels, list) -> read.put(labels, joined(list)));
    return read;
  }

  private static Samples joined(List<Samples> pieces) {
    int count = pieces.stream().mapToInt(Samples::size).sum();
    long[] times = new long[count];
    double[] values = new double[count];
    int at = 0;
    for (Samples piece : pieces) {
      for (int i = 0; i < piece.size(); i++, at++) {
        times[at] = piece.timestamp(i);
        values[at] = piece.value(i);
      }
    }
    return Samples.of(times, values);
  }

  private static Map<String, List<String>> bits(Map<Labels, Samples> series) {
    var bits = new TreeMap<String, List<String>>();
    series.forEach(
        (labels, samples) -> {
          var list = new ArrayList<String>();
          for (int i = 0; i < samples.size(); i++) {
            list.add(
                samples.timestamp(i)
                    + " "
                    + Long.toHexString(Double.doubleToRawLongBits(samples.value(i))));
          }
          bits.put(labels.toString(), list);
        });
    return bits;
  }

  static Map<Labels, Samples> series(Random random, int count, int most) {
    var series = new TreeMap<Labels, Samples>();
    for (int i = 0; i < count; i++) {
      var labels = new TreeMap<String, String>();
      labels.put("n", "" + i);
      for (int j = random.nextInt(4); j > 0; j--) {
        labels.put(text(random), text(random));
      }
      series.put(Labels.of(labels), samples(random, 1 + random.nextInt(most)));
    }
    return series;
  }

  private static Samples samples(Random random, int count) {
    long[] times = new long[count];
    double[] values = new double[count];
    long at = random.nextInt();
    for (int i = 0; i < count; i++) {
      at += 1 + random.nextInt(20_000);
      times[i] = at;
      values[i] =
          random.nextInt(3) == 0
              ? ODD.get(random.nextInt(ODD.size()))
              : Double.longBitsToDouble(random.nextLong());
    }
    return Samples.of(times, values);
  }

  /** Any characters but halves of pairs, zero and quotes among them. */
  private static String text(Random random) {
    var text = new StringBuilder();
    for (int i = 1 + random.nextInt(8); i > 0; i--) {
      int point = random.nextInt(random.nextBoolean() ? 128 : 0x110000);
      text.appendCodePoint(point >= 0xd800 && point < 0xe000 ? '"' : point);
    }
    return text.toString();
  }
}
