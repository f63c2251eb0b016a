package dev.tidemill.metrics.catalogue;

import dev.tidemill.jobs.store.Store;
import dev.tidemill.jobs.store.StoreClock;
import dev.tidemill.storage.ObjectInfo;
import dev.tidemill.storage.ObjectKey;
import dev.tidemill.storage.ObjectPage;
import dev.tidemill.storage.ObjectStore;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Removes objects that count no more: those dropped so long ago that no query reads them, and those
 * whose writer died, or lost its turn, before it committed them.
 */
public final class SegmentSweep {
  /** Longer than any query, and much longer than a commit may take. */
  private static final Duration AFTER = Duration.ofHours(1);

  private static final int ROWS_AT_ONCE = 500;

  private final Store store;
  private final ObjectStore objects;
  private final String tenant;

  public SegmentSweep(Store store, ObjectStore objects, String tenant) {
    this.store = store;
    this.objects = objects;
    this.tenant = tenant;
  }

  /** Returns how many objects went. */
  public int sweep() {
    return dropped() + unnamed();
  }

  /** The object goes before its row: after a crash in between it is found again. */
  private int dropped() {
    int removed = 0;
    for (List<String> some = pastDropped(); !some.isEmpty(); some = pastDropped()) {
      some.forEach(object -> objects.delete(ObjectKey.of(object)));
      List<String> gone = some;
      removed +=
          store.<Integer>inTransaction(
              handle ->
                  handle
                      .createUpdate(
                          "DELETE FROM segments WHERE dropped_at IS NOT NULL"
                              + " AND object IN (<gone>)")
                      .bindList("gone", gone)
                      .execute());
    }
    return removed;
  }

  private List<String> pastDropped() {
    return store.autocommit(
        handle ->
            handle
                .createQuery(
                    store.sql(
                        "SELECT object FROM segments WHERE tenant = :tenant"
                            + " AND dropped_at < ${now} - :after LIMIT :limit"))
                .bind("tenant", tenant)
                .bind("after", StoreClock.micros(AFTER))
                .bind("limit", ROWS_AT_ONCE)
                .mapTo(String.class)
                .list());
  }

  private int unnamed() {
    long now =
        store.<Long>autocommit(
            handle -> handle.createQuery(store.sql("SELECT ${now}")).mapTo(Long.class).one());
    long before = now - StoreClock.micros(AFTER);
    int removed = 0;
    @Nullable ObjectKey last = null;
    do {
      ObjectPage page = objects.list(SegmentName.prefix(tenant), last, ROWS_AT_ONCE);
      List<ObjectKey> old =
          page.objects().stream()
              .map(ObjectInfo::key)
              .filter(key -> madeBefore(key, before))
              .toList();
      Set<String> named = named(old);
      for (ObjectKey key : old) {
        if (!named.contains(key.value())) {
          objects.delete(key);
          removed++;
        }
      }
      last = page.next();
    } while (last != null);
    return removed;
  }

  private static boolean madeBefore(ObjectKey key, long micros) {
    return SegmentName.parse(key).map(name -> name.madeAtMicros() < micros).orElse(false);
  }

  private Set<String> named(List<ObjectKey> keys) {
    if (keys.isEmpty()) {
      return Set.of();
    }
    return new HashSet<>(
        store.autocommit(
            handle ->
                handle
                    .createQuery("SELECT object FROM segments WHERE object IN (<keys>)")
                    .bindList("keys", keys.stream().map(ObjectKey::value).toList())
                    .mapTo(String.class)
                    .list()));
  }
}
