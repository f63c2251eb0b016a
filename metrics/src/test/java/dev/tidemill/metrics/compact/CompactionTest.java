package dev.tidemill.metrics.compact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemill.core.error.TidemillException;
import dev.tidemill.core.time.SystemTime;
import dev.tidemill.metrics.MetricsError;
import dev.tidemill.metrics.MetricsFixture;
import dev.tidemill.metrics.catalogue.Segment;
import dev.tidemill.metrics.catalogue.SlotRange;
import dev.tidemill.metrics.catalogue.Window;
import dev.tidemill.metrics.ingest.Ingester;
import dev.tidemill.metrics.ingest.SampleList;
import dev.tidemill.promql.series.Labels;
import dev.tidemill.promql.series.Samples;
import dev.tidemill.promql.series.TimeRange;
import dev.tidemill.storage.Content;
import dev.tidemill.storage.ObjectKey;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("Q3")
class CompactionTest {
  private static final Labels UP = Labels.of("__name__", "up");

  private final Path folder;

  CompactionTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void the_later_of_two_values_still_counts_after_compaction() throws Exception {
    try (var metrics = new MetricsFixture(folder)) {
      Ingester ingester = metrics.ingester(MetricsFixture.FAST);
      ingester.write(list(5, 1));
      ingester.write(list(5, 2));
      compaction(metrics).run();
      ingester.write(list(5, 3));
      compaction(metrics).run();
      ingester.stop();

      Samples up = Objects.requireNonNull(metrics.readAll().get(UP));
      assertThat(up.size()).isEqualTo(1);
      assertThat(up.value(0)).isEqualTo(3);
      assertThat(metrics.catalogue.list(TimeRange.ALL)).hasSize(1);
      assertThat(compaction(metrics).run()).isZero();
    }
  }

  @Test
  void a_segment_that_is_not_what_was_committed_is_never_compacted_away() throws Exception {
    try (var metrics = new MetricsFixture(folder)) {
      Ingester ingester = metrics.ingester(MetricsFixture.FAST);
      ingester.write(list(5, 1));
      ingester.write(list(6, 2));
      ingester.write(list(5 + Window.MILLIS, 1));
      ingester.write(list(6 + Window.MILLIS, 2));
      ingester.stop();
      List<Segment> before = metrics.catalogue.list(TimeRange.ALL);
      Segment damaged = before.getLast();
      byte[] bytes;
      try (var in = metrics.objects.open(damaged.object())) {
        bytes = in.readAllBytes();
      }
      // In the footer, where no page's checksum looks, and so that it still can be read.
      String text = new String(bytes, StandardCharsets.ISO_8859_1);
      bytes[text.lastIndexOf("tidemill") + 1] ^= 1;
      metrics.objects.put(damaged.object(), Content.of(bytes));

      assertThatThrownBy(() -> compaction(metrics).run())
          .isInstanceOfSatisfying(
              TidemillException.class,
              e -> assertThat(e.code()).isEqualTo(MetricsError.SEGMENT_DAMAGED));
      assertThat(metrics.catalogue.list(TimeRange.ALL))
          .as("the other window is whole, nothing of this one has gone")
          .hasSize(3)
          .contains(damaged);
    }
  }

  @Test
  void two_compactions_beside_ingest_lose_nothing() throws Exception {
    try (var metrics = new MetricsFixture(folder)) {
      Ingester ingester = metrics.ingester(MetricsFixture.FAST);
      var done = new AtomicBoolean();
      var rounds = new AtomicInteger();
      var failures = new ArrayList<Throwable>();
      var compactors = new ArrayList<Thread>();
      for (int i = 0; i < 2; i++) {
        compactors.add(
            Thread.ofPlatform()
                .start(
                    () -> {
                      try {
                        while (!done.get()) {
                          compaction(metrics).run();
                          rounds.incrementAndGet();
                        }
                      } catch (InterruptedException | RuntimeException e) {
                        synchronized (failures) {
                          failures.add(e);
                        }
                      }
                    }));
      }
      for (int i = 0; i < 60; i++) {
        ingester.write(list(i, i));
        Samples up = Objects.requireNonNull(metrics.readAll().get(UP));
        assertThat(up.size()).isEqualTo(i + 1);
      }
      done.set(true);
      for (Thread compactor : compactors) {
        assertThat(compactor.join(Duration.ofSeconds(60))).isTrue();
      }
      ingester.stop();

      synchronized (failures) {
        assertThat(failures).isEmpty();
      }
      assertThat(rounds.get()).isPositive();
    }
  }

  @Test
  void in_a_window_that_still_grows_each_level_is_kept_short() {
    var live = new ArrayList<Segment>();
    for (long i = 1; i <= 1000; i++) {
      live.add(segment(i, 0));
      List<List<Segment>> plan = Plan.of(live, new Window(0));
      while (!plan.isEmpty()) {
        List<Segment> run = plan.getFirst();
        Segment last = run.getLast();
        int level = run.stream().mapToInt(Segment::level).max().orElse(0) + 1;
        live.removeAll(List.copyOf(run));
        live.add(segment(last.sequence(), level));
        plan = Plan.of(live, new Window(0));
      }
      assertThat(live.size()).isLessThan(40);
    }
    assertThat(Plan.of(live, new Window(Window.MILLIS))).hasSize(1);
  }

  private static Segment segment(long sequence, int level) {
    return new Segment(
        1000 * sequence + level,
        SlotRange.ALL,
        level,
        new TimeRange(1, 2),
        ObjectKey.of("x"),
        1,
        1,
        sequence,
        "");
  }

  private static Compaction compaction(MetricsFixture metrics) {
    return new Compaction(metrics.catalogue, metrics.objects, new SystemTime());
  }

  private static List<SampleList> list(long time, double value) {
    var list = new SampleList(UP);
    list.add(time, value);
    return List.of(list);
  }
}
