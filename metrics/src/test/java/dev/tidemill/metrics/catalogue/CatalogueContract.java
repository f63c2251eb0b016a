package dev.tidemill.metrics.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemill.core.error.TidemillException;
import dev.tidemill.core.time.SimulatedTime;
import dev.tidemill.jobs.store.Migrations;
import dev.tidemill.jobs.store.Store;
import dev.tidemill.jobs.store.StoreClock;
import dev.tidemill.jobs.store.StoreUrl;
import dev.tidemill.metrics.MetricsError;
import dev.tidemill.promql.series.TimeRange;
import dev.tidemill.storage.Content;
import dev.tidemill.storage.LocalObjectStore;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the catalogue promises on every database. */
@Tag("Q3")
abstract class CatalogueContract {
  private final SimulatedTime time = new SimulatedTime(Instant.parse("2026-11-15T12:00:00Z"));

  private final Path folder;
  private Store store;
  private Catalogue catalogue;
  private LocalObjectStore objects;
  private SegmentSweep sweep;

  CatalogueContract(@TempDir Path folder) {
    this.folder = folder;
  }

  abstract StoreUrl database(Path folder);

  @BeforeEach
  void open() {
    store = Store.open(database(folder), StoreClock.bound(time), 4);
    new Migrations(store).migrate();
    catalogue = new SqlCatalogue(store, "default");
    objects = new LocalObjectStore(folder.resolve("objects"), time);
    sweep = new SegmentSweep(store, objects, "default");
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void segments_are_found_by_time_the_latest_commit_first() {
    catalogue.commit(List.of(segment(0, 10, 20), segment(0, 7_200_000, 7_200_010)));
    catalogue.commit(List.of(segment(0, 15, 30)));

    assertThat(times(new TimeRange(0, 14))).containsExactly(new TimeRange(10, 20));
    assertThat(times(new TimeRange(20, 30)))
        .containsExactly(new TimeRange(15, 30), new TimeRange(10, 20));
    assertThat(times(new TimeRange(31, 7_199_999))).isEmpty();
    assertThat(times(TimeRange.ALL)).hasSize(3);
  }

  @Test
  void a_commit_is_whole_or_nothing() {
    NewSegment good = segment(0, 1, 2);
    assertThatThrownBy(() -> catalogue.commit(List.of(segment(0, 3, 4), good, good)));

    assertThat(times(TimeRange.ALL)).isEmpty();
    catalogue.commit(List.of(good));
    assertThat(times(TimeRange.ALL)).hasSize(1);
  }

  @Test
  void tenants_do_not_see_each_other() {
    catalogue.commit(List.of(segment(0, 1, 2)));

    assertThat(new SqlCatalogue(store, "other").list(TimeRange.ALL)).isEmpty();
  }

  @Test
  void a_swap_puts_one_in_the_place_of_many_with_the_rank_of_the_latest() {
    catalogue.commit(List.of(segment(0, 1, 2)));
    catalogue.commit(List.of(segment(0, 1, 5)));
    List<Segment> old = catalogue.list(TimeRange.ALL);
    catalogue.commit(List.of(segment(0, 2, 9)));

    catalogue.swap(old, List.of(segment(1, 1, 5)));

    List<Segment> now = catalogue.list(TimeRange.ALL);
    assertThat(now).extracting(Segment::level).containsExactly(0, 1);
    assertThat(now.get(1).sequence()).isEqualTo(old.getFirst().sequence());
  }

  @Test
  void a_swap_that_leaves_out_what_came_in_between_is_refused() {
    catalogue.commit(List.of(segment(0, 1, 4)));
    catalogue.commit(List.of(segment(0, 2, 5)));
    catalogue.commit(List.of(segment(0, 3, 6)));
    List<Segment> all = catalogue.list(TimeRange.ALL);

    assertChanged(() -> catalogue.swap(List.of(all.get(0), all.get(2)), List.of(segment(1, 1, 6))));
    assertThat(catalogue.list(TimeRange.ALL)).isEqualTo(all);
  }

  @Test
  void a_swap_may_leave_out_what_came_before_all_of_it() {
    catalogue.commit(List.of(segment(1, 1, 4)));
    catalogue.commit(List.of(segment(0, 2, 5)));
    catalogue.commit(List.of(segment(0, 3, 6)));
    List<Segment> all = catalogue.list(TimeRange.ALL);

    catalogue.swap(all.subList(0, 2), List.of(segment(1, 2, 6)));

    assertThat(times(TimeRange.ALL)).containsExactly(new TimeRange(2, 6), new TimeRange(1, 4));
  }

  @Test
  void of_two_swaps_of_the_same_segments_one_wins() throws Exception {
    for (int i = 0; i < 5; i++) {
      catalogue.commit(List.of(segment(0, 1, 4)));
    }
    List<Segment> old = catalogue.list(TimeRange.ALL);
    var lost = new CopyOnWriteArrayList<TidemillException>();
    var threads = new ArrayList<Thread>();
    for (int i = 0; i < 4; i++) {
      threads.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    try {
                      catalogue.swap(old, List.of(segment(1, 1, 4)));
                    } catch (TidemillException e) {
                      lost.add(e);
                    }
                  }));
    }
    for (Thread thread : threads) {
      assertThat(thread.join(Duration.ofMinutes(1))).isTrue();
    }

    assertThat(lost).hasSize(3).allMatch(e -> e.code() == MetricsError.SEGMENTS_CHANGED);
    assertThat(catalogue.list(TimeRange.ALL)).extracting(Segment::level).containsExactly(1);
  }

  @Test
  void commits_at_once_get_different_ranks() throws Exception {
    var threads = new ArrayList<Thread>();
    var failed = new CopyOnWriteArrayList<Throwable>();
    for (int i = 0; i < 4; i++) {
      threads.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    try {
                      for (int j = 0; j < 10; j++) {
                        catalogue.commit(List.of(segment(0, 1, 2)));
                      }
                    } catch (RuntimeException e) {
                      failed.add(e);
                    }
                  }));
    }
    for (Thread thread : threads) {
      assertThat(thread.join(Duration.ofMinutes(1))).isTrue();
    }

    assertThat(failed).isEmpty();
    assertThat(catalogue.list(TimeRange.ALL))
        .extracting(Segment::sequence)
        .hasSize(40)
        .doesNotHaveDuplicates();
  }

  @Test
  void what_is_too_old_is_dropped_and_its_object_outlives_it_by_an_hour() {
    catalogue.commit(List.of(stored(1, 5), stored(7_200_000, 7_200_001)));

    assertThat(catalogue.dropBefore(Instant.ofEpochMilli(6))).isEqualTo(1);
    assertThat(times(TimeRange.ALL)).hasSize(1);
    assertThat(sweep.sweep()).isZero();
    time.advance(Duration.ofMinutes(61));
    assertThat(sweep.sweep()).isEqualTo(1);
    assertThat(sweep.sweep()).isZero();
    assertThat(objectCount()).isEqualTo(1);
  }

  @Test
  void objects_that_no_commit_names_are_swept_when_their_writer_can_no_longer_commit() {
    NewSegment abandoned = stored(1, 2);
    catalogue.commit(List.of(stored(3, 4)));
    time.advance(Duration.ofMinutes(59));
    assertThat(sweep.sweep()).isZero();
    assertThat(objectCount()).isEqualTo(2);

    assertThatThrownBy(() -> catalogue.commit(List.of(abandoned)))
        .isInstanceOfSatisfying(
            TidemillException.class,
            e -> assertThat(e.code()).isEqualTo(MetricsError.SEGMENT_TOO_LATE));
    time.advance(Duration.ofMinutes(2));
    assertThat(sweep.sweep()).isEqualTo(1);
    assertThat(objectCount()).isEqualTo(1);
  }

  private int objectCount() {
    return objects.list("metrics/", null, 100).objects().size();
  }

  private List<TimeRange> times(TimeRange range) {
    return catalogue.list(range).stream().map(Segment::times).toList();
  }

  private NewSegment stored(long mint, long maxt) {
    NewSegment segment = segment(0, mint, maxt);
    objects.put(segment.object().key(), Content.of(new byte[1]));
    return segment;
  }

  private NewSegment segment(int level, long mint, long maxt) {
    var name = SegmentName.of("default", Window.of(mint), time.now());
    return new NewSegment(
        SlotRange.ALL, level, new TimeRange(mint, maxt), name, 1, 1, 1, "no checksum");
  }

  private static void assertChanged(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            TidemillException.class,
            e -> assertThat(e.code()).isEqualTo(MetricsError.SEGMENTS_CHANGED));
  }
}
