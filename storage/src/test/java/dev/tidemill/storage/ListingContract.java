package dev.tidemill.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Listings are complete and in the order of keys. */
@Tag("J9")
public abstract class ListingContract {
  private static final List<String> ODD =
      List.of("", "-", "ä", "ö", "日本", "\uffee", "🌊", "a b", "~", "%41", "A", "é", "e\u0301");

  /** An empty store; calls within one test give the same. */
  protected abstract ObjectStore store();

  @Test
  void thousands_of_keys_come_complete_and_sorted_in_pages_of_any_size() throws Exception {
    List<ObjectKey> keys =
        IntStream.range(0, 2500)
            .mapToObj(i -> ObjectKey.of("p" + i % 7 + "/" + i + ODD.get(i % ODD.size())))
            .sorted()
            .toList();
    store(keys);

    for (int limit : new int[] {7 * 31, 999, 1000}) {
      assertThat(all("", limit)).containsExactlyElementsOf(keys);
    }
  }

  @Test
  void a_prefix_may_end_in_the_middle_of_a_name() throws Exception {
    store(keys("part-1", "part-10", "part-2", "part/1", "par", "q/part-1"));

    assertThat(all("part-1", 10)).containsExactlyElementsOf(keys("part-1", "part-10"));
    assertThat(all("part/", 10)).containsExactlyElementsOf(keys("part/1"));
    assertThat(all("q", 10)).containsExactlyElementsOf(keys("q/part-1"));
    assertThat(all("none", 10)).isEmpty();
    assertThat(all("none/at/all", 10)).isEmpty();
  }

  /** Names in the order of their bytes. A server that tests stand in for may know no better. */
  protected List<String> sortedNames() {
    return List.of("a-b", "a/b", "a0", "aä", "a\uffee", "a🌊");
  }

  @Test
  void order_is_that_of_bytes_and_not_of_folders() throws Exception {
    List<ObjectKey> keys = sortedNames().stream().map(ObjectKey::of).toList();
    store(keys);

    assertThat(all("a", 2)).containsExactlyElementsOf(keys);
  }

  @Test
  void a_page_that_holds_everything_says_it_is_the_last() throws Exception {
    store(keys("a", "b", "c"));

    assertThat(store().list("", null, 3).next()).isNull();
    assertThat(store().list("", null, 2).next()).isEqualTo(ObjectKey.of("b"));
  }

  @Test
  void a_listing_goes_on_behind_a_key_that_was_deleted() throws Exception {
    store(keys("a", "b", "c"));
    store().delete(ObjectKey.of("b"));

    assertThat(store().list("", ObjectKey.of("b"), 10).objects())
        .extracting(ObjectInfo::key)
        .containsExactlyElementsOf(keys("c"));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, 1001})
  void a_page_has_a_reasonable_size(int limit) {
    assertThatThrownBy(() -> store().list("", null, limit))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private List<ObjectKey> all(String prefix, int limit) {
    var keys = new ArrayList<ObjectKey>();
    @Nullable ObjectKey after = null;
    do {
      ObjectPage page = store().list(prefix, after, limit);
      assertThat(page.objects().size()).isLessThanOrEqualTo(limit);
      page.objects().forEach(o -> keys.add(o.key()));
      after = page.next();
    } while (after != null);
    return keys;
  }

  private void store(List<ObjectKey> keys) throws Exception {
    var puts =
        keys.stream()
            .<Callable<ObjectInfo>>map(key -> () -> store().put(key, ObjectStoreContract.text("x")))
            .toList();
    try (var threads = Executors.newFixedThreadPool(16)) {
      for (var put : threads.invokeAll(puts)) {
        put.get();
      }
    }
  }

  private static List<ObjectKey> keys(String... values) {
    return List.of(values).stream().map(ObjectKey::of).toList();
  }
}
