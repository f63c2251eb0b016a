package dev.tidemill.metrics.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemill.promql.series.Labels;
import dev.tidemill.promql.series.Matcher;
import dev.tidemill.promql.series.Samples;
import dev.tidemill.promql.series.Selector;
import dev.tidemill.promql.series.Slot;
import dev.tidemill.promql.series.TimeRange;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("Q3")
class SegmentFileTest {

  @Test
  void finding_and_reading_one_series_reads_little_of_the_file() throws IOException {
    var stored = many(2_000, 480);
    var random = new Random(7);
    stored.replaceAll((labels, samples) -> noise(samples, random));
    byte[] bytes = SegmentProperties.write(stored);
    var read = new AtomicLong();
    ByteSource counting = counting(ByteSource.of(bytes), read);
    Labels wanted = labels(77);

    SegmentFile file = SegmentFile.open("test", counting);
    var found = new ArrayList<Samples>();
    for (int group : file.groups(TimeRange.ALL)) {
      if ((file.slots(group) >>> Slot.of(wanted).number() & 1) == 0) {
        continue;
      }
      SeriesTable table = file.series(group, UnaryOperator.identity());
      for (int series : table.find(Selector.of(Matcher.equal("n", "77")))) {
        found.addAll(file.samples(group, table, series, page -> file.page(group, page)));
      }
    }

    assertThat(found.stream().mapToInt(Samples::size).sum()).isEqualTo(480);
    assertThat(read.get()).isLessThan(bytes.length / 8);
  }

  @Test
  void other_times_and_slots_cost_no_more_than_the_footer() throws IOException {
    Map<Labels, Samples> stored = many(3, 10);
    SegmentFile file = SegmentFile.open("test", ByteSource.of(SegmentProperties.write(stored)));
    List<Slot> used = stored.keySet().stream().map(Slot::of).sorted().toList();

    assertThat(file.groups(new TimeRange(0, 149_999))).containsExactly(0);
    assertThat(file.groups(new TimeRange(150_001, 900_000))).isEmpty();
    assertThat(file.slots(0) >>> used.getFirst().number() & 1).isEqualTo(1);
    for (Slot slot : Slot.ALL) {
      if (slot.compareTo(used.getFirst()) < 0 || slot.compareTo(used.getLast()) > 0) {
        assertThat(file.slots(0) >>> slot.number() & 1).isZero();
      }
    }
  }

  @Test
  void any_parquet_reader_can_read_a_segment(@TempDir Path folder) throws Exception {
    Path path = folder.resolve("segment.parquet");
    Files.write(path, SegmentProperties.write(many(300, 500)));

    try (var duckdb = DriverManager.getConnection("jdbc:duckdb:");
        var sql = duckdb.createStatement();
        var rows =
            sql.executeQuery(
                "SELECT count(*), count(DISTINCT series), sum(value),"
                    + " epoch_ms(max(\"time\")), min(series) FROM read_parquet('"
                    + path
                    + "')")) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.getLong(1)).isEqualTo(150_000);
      assertThat(rows.getLong(2)).isEqualTo(300);
      assertThat(rows.getDouble(3)).isEqualTo(300 * 499 * 250.0);
      assertThat(rows.getLong(4)).isEqualTo(499 * 15_000);
      assertThat(rows.getString(5)).isEqualTo("{\"__name__\":\"m\",\"n\":\"0\"}");
    }
  }

  @Test
  void series_out_of_order_or_twice_are_refused() throws IOException {
    Map<Labels, Samples> sorted = new TreeMap<>(SegmentWriter.ORDER.reversed());
    sorted.putAll(many(2, 1));
    var writer = new SegmentWriter(new ByteArrayOutputStream());
    var series = List.copyOf(sorted.entrySet());
    writer.add(series.get(0).getKey(), series.get(0).getValue());

    for (var next : series) {
      assertThatThrownBy(() -> writer.add(next.getKey(), next.getValue()))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  private static Labels labels(int n) {
    return Labels.of("__name__", "m", "n", "" + n);
  }

  private static Map<Labels, Samples> many(int series, int samples) {
    long[] times = new long[samples];
    double[] values = new double[samples];
    for (int i = 0; i < samples; i++) {
      times[i] = i * 15_000L;
      values[i] = i;
    }
    var all = new TreeMap<Labels, Samples>();
    for (int i = 0; i < series; i++) {
      all.put(labels(i), Samples.of(times, values));
    }
    return all;
  }

  /** Values that cannot be packed, so that the size of a file says what is in it. */
  private static Samples noise(Samples samples, Random random) {
    long[] times = new long[samples.size()];
    double[] values = new double[samples.size()];
    samples.copyInto(times, values);
    Arrays.setAll(values, i -> random.nextDouble());
    return Samples.of(times, values);
  }

  private static ByteSource counting(ByteSource source, AtomicLong read) {
    return new ByteSource() {
      @Override
      public long size() {
        return source.size();
      }

      @Override
      public byte[] read(long from, int length) throws IOException {
        read.addAndGet(length);
        return source.read(from, length);
      }
    };
  }
}
