package dev.tidemill.metrics.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.tidemill.core.DataSize;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.metrics.MetricsError;
import dev.tidemill.metrics.MetricsFixture;
import dev.tidemill.promql.series.Labels;
import dev.tidemill.promql.series.Samples;
import dev.tidemill.promql.series.TimeRange;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("Q3")
class IngesterTest {
  private static final Labels UP = Labels.of("__name__", "up");

  private final Path folder;
  private MetricsFixture metrics;

  IngesterTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @BeforeEach
  void open() {
    metrics = new MetricsFixture(folder);
  }

  @AfterEach
  void close() {
    metrics.close();
  }

  @Test
  void what_is_acknowledged_can_be_read_at_once() throws Exception {
    Ingester ingester = metrics.ingester(MetricsFixture.FAST);

    ingester.write(list(UP, 1, 10, 2, 20));

    assertThat(times()).containsExactly(1L, 2L);
    ingester.stop();
  }

  @Test
  void of_values_at_the_same_time_the_last_counts_within_a_request_and_between_requests()
      throws Exception {
    Ingester ingester = metrics.ingester(MetricsFixture.FAST);

    ingester.write(list(UP, 5, 1, 3, 2, 5, 3));
    assertThat(value(5)).isEqualTo(3);
    ingester.write(list(UP, 5, 4));
    assertThat(value(5)).isEqualTo(4);
    ingester.write(list(UP, 5, 1));
    assertThat(value(5)).isEqualTo(1);
    assertThat(times()).containsExactly(3L, 5L);
    ingester.stop();
  }

  @Test
  void requests_at_once_share_a_commit_and_each_window_is_a_segment() throws Exception {
    var slow =
        new IngestSettings(
            Duration.ofMillis(500), 1_000_000, DataSize.ofMebibytes(10), Duration.ofSeconds(30), 1);
    Ingester ingester = metrics.ingester(slow);
    var threads = new ArrayList<Thread>();
    for (int i = 0; i < 20; i++) {
      Labels labels = Labels.of("__name__", "m", "i", "" + i);
      threads.add(
          Thread.startVirtualThread(() -> write(ingester, list(labels, 1, 1, 7_200_000, 2))));
    }
    for (Thread thread : threads) {
      assertThat(thread.join(Duration.ofSeconds(60))).isTrue();
    }

    assertThat(metrics.readAll()).hasSize(20);
    assertThat(metrics.catalogue.list(TimeRange.ALL).size()).isEven().isLessThan(20);
    ingester.stop();
  }

  @Test
  void two_ingesters_at_once_lose_and_double_nothing() throws Exception {
    List<Ingester> two =
        List.of(metrics.ingester(MetricsFixture.FAST), metrics.ingester(MetricsFixture.FAST));
    var threads = new ArrayList<Thread>();
    for (int i = 0; i < 8; i++) {
      Ingester ingester = two.get(i % 2);
      int from = 100 * i;
      threads.add(
          Thread.startVirtualThread(
              () -> {
                for (int j = from; j < from + 100; j += 10) {
                  write(ingester, list(UP, j, j, j + 5, j + 5));
                }
              }));
    }
    for (Thread thread : threads) {
      assertThat(thread.join(Duration.ofMinutes(2))).isTrue();
    }
    two.forEach(Ingester::stop);

    assertThat(times()).hasSize(160);
  }

  @Test
  void a_store_that_fails_is_told_to_the_sender_and_nothing_counts() throws Exception {
    Ingester ingester = metrics.ingester(MetricsFixture.FAST);
    Path objects = folder.resolve("objects");
    Files.createDirectories(objects);
    Files.writeString(objects.resolve("metrics"), "a file where a folder should be");

    assertThatThrownBy(() -> ingester.write(list(UP, 1, 1)))
        .isInstanceOfSatisfying(
            TidemillException.class,
            e -> assertThat(e.code()).isEqualTo(MetricsError.INGEST_FAILED));
    assertThat(metrics.readAll()).isEmpty();

    Files.delete(objects.resolve("metrics"));
    ingester.write(list(UP, 1, 1));
    assertThat(times()).containsExactly(1L);
    ingester.stop();
  }

  @Test
  void more_than_fits_waits_and_then_is_refused() throws Exception {
    var tight =
        new IngestSettings(
            Duration.ofSeconds(20), 1_000_000, new DataSize(500), Duration.ofMillis(50), 1);
    Ingester ingester = metrics.ingester(tight);
    var failed = new CopyOnWriteArrayList<Throwable>();
    Thread first =
        Thread.startVirtualThread(
            () -> {
              try {
                ingester.write(list(UP, 1, 1));
              } catch (InterruptedException | RuntimeException e) {
                failed.add(e);
              }
            });
    await().atMost(Duration.ofSeconds(30)).until(() -> ingester.held() > 0);

    assertThatThrownBy(() -> ingester.write(list(UP, 2, 2)))
        .isInstanceOfSatisfying(
            TidemillException.class, e -> assertThat(e.code()).isEqualTo(MetricsError.INGEST_BUSY));
    ingester.stop();
    assertThat(first.join(Duration.ofSeconds(30))).isTrue();
    assertThat(failed).isEmpty();
    assertThat(times()).containsExactly(1L);
  }

  @Test
  void a_stopped_ingester_takes_nothing() {
    Ingester ingester = metrics.ingester(MetricsFixture.FAST);
    ingester.stop();

    assertThatThrownBy(() -> ingester.write(list(UP, 1, 1)))
        .isInstanceOfSatisfying(
            TidemillException.class, e -> assertThat(e.code()).isEqualTo(MetricsError.INGEST_BUSY));
  }

  private static void write(Ingester ingester, List<SampleList> request) {
    try {
      ingester.write(request);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private List<Long> times() {
    Samples samples = up();
    var times = new ArrayList<Long>();
    for (int i = 0; i < samples.size(); i++) {
      times.add(samples.timestamp(i));
    }
    return times;
  }

  private double value(long time) {
    Samples samples = up();
    for (int i = 0; i < samples.size(); i++) {
      if (samples.timestamp(i) == time) {
        return samples.value(i);
      }
    }
    throw new AssertionError("nothing at " + time);
  }

  private Samples up() {
    Map<Labels, Samples> all = metrics.readAll();
    return all.getOrDefault(UP, Samples.NONE);
  }

  private static List<SampleList> list(Labels labels, long... timesAndValues) {
    var list = new SampleList(labels);
    for (int i = 0; i < timesAndValues.length; i += 2) {
      list.add(timesAndValues[i], (double) timesAndValues[i + 1]);
    }
    return List.of(list);
  }
}
