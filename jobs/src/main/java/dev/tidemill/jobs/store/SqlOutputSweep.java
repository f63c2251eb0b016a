package dev.tidemill.jobs.store;

import dev.tidemill.core.job.RunId;
import dev.tidemill.jobs.upkeep.OutputSweep;
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
 * Removes what executions of ended runs wrote and no manifest names: the outputs of those who lost
 * their claim, failed half way or were cancelled.
 *
 * <p>A run is swept once, some time after its end, so that a former holder who still writes has
 * noticed by then. A retry makes it unswept again.
 */
public final class SqlOutputSweep implements OutputSweep {
  private static final Duration AFTER = Duration.ofMinutes(10);
  private static final int RUNS_AT_ONCE = 20;

  private final Store store;
  private final ObjectStore objects;
  private final Duration after;

  public SqlOutputSweep(Store store, ObjectStore objects) {
    this(store, objects, AFTER);
  }

  SqlOutputSweep(Store store, ObjectStore objects, Duration after) {
    this.store = store;
    this.objects = objects;
    this.after = after;
  }

  @Override
  public int sweep() {
    List<Long> runs =
        store.autocommit(
            handle ->
                handle
                    .createQuery(
                        store
                            .statements()
                            .fill(
                                "SELECT id FROM runs WHERE ended_at < ${now} - :after"
                                    + " AND swept_at IS NULL AND NOT EXISTS (SELECT 1 FROM jobs"
                                    + " WHERE run_id = runs.id AND jobs.status = 'claimed')"
                                    + " ORDER BY ended_at LIMIT :limit"))
                    .bind("after", StoreClock.micros(after))
                    .bind("limit", RUNS_AT_ONCE)
                    .mapTo(Long.class)
                    .list());
    int removed = 0;
    for (long run : runs) {
      removed += sweep(new RunId(run));
    }
    return removed;
  }

  private int sweep(RunId run) {
    Set<String> named = named(run);
    int removed = 0;
    @Nullable ObjectKey last = null;
    do {
      ObjectPage page = objects.list("runs/" + run + "/", last, ObjectStore.MAX_PAGE);
      for (ObjectInfo object : page.objects()) {
        if (!named.contains(object.key().value())) {
          objects.delete(object.key());
          removed++;
        }
      }
      last = page.next();
    } while (last != null);
    store.inTransaction(
        handle ->
            handle
                .createUpdate(
                    store
                        .statements()
                        .fill(
                            "UPDATE runs SET swept_at = ${now}"
                                + " WHERE id = :run AND ended_at IS NOT NULL"))
                .bind("run", run.value())
                .execute());
    return removed;
  }

  private Set<String> named(RunId run) {
    return new HashSet<>(
        store.autocommit(
            handle ->
                handle
                    .createQuery("SELECT object FROM outputs WHERE run_id = :run")
                    .bind("run", run.value())
                    .mapTo(String.class)
                    .list()));
  }
}
