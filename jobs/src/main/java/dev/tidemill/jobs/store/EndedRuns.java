package dev.tidemill.jobs.store;

import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.jdbi.v3.core.Handle;

/**
 * Walks runs that have ended, the oldest first, a page at a time. Each run is met at most once in a
 * walk: one that cannot be dealt with holds up no other.
 */
final class EndedRuns {
  /**
   * A walk ends after this many pages, so that whoever waits for its end does not wait for long.
   */
  private static final int MOST_PAGES = 50;

  /** Nobody works on it any more. */
  static final String IDLE =
      "NOT EXISTS (SELECT 1 FROM jobs WHERE run_id = runs.id AND jobs.status = 'claimed')";

  private final Store store;
  private final String which;
  private final Map<String, ?> parameters;
  private final int page;

  /**
   * @param which the condition on {@code runs}
   */
  EndedRuns(Store store, String which, Map<String, ?> parameters, int page) {
    this.store = store;
    this.which = which;
    this.parameters = parameters;
    this.page = page;
  }

  private record Place(long endedAt, long run) {}

  /** Sums up what the step returns for each page. A store that does not answer ends the walk. */
  int walk(ToIntFunction<List<Long>> step) {
    var last = new Place(Long.MIN_VALUE, 0);
    int sum = 0;
    for (int pages = 0; pages < MOST_PAGES && !Thread.currentThread().isInterrupted(); pages++) {
      List<Place> found = after(last);
      if (!found.isEmpty()) {
        sum += step.applyAsInt(found.stream().map(Place::run).toList());
        last = found.getLast();
      }
      if (found.size() < page) {
        break;
      }
    }
    return sum;
  }

  /**
   * Those among the runs, locked, of which the condition still holds. For upkeep: waits for nobody.
   */
  List<Long> lock(Handle handle, List<Long> runs) {
    List<Long> locked =
        RunRow.tryLock(handle, store.statements(), runs).stream().map(RunRow::id).toList();
    if (locked.isEmpty()) {
      return List.of();
    }
    return handle
        .createQuery(
            store.statements().fill("SELECT id FROM runs WHERE id IN (<runs>) AND " + which))
        .bindList("runs", locked)
        .bindMap(parameters)
        .mapTo(Long.class)
        .list();
  }

  private List<Place> after(Place last) {
    return store.autocommit(
        handle ->
            handle
                .createQuery(
                    store
                        .statements()
                        .fill(
                            "SELECT ended_at, id FROM runs WHERE (ended_at, id) > (:at, :id) AND "
                                + which
                                + " ORDER BY ended_at, id LIMIT :page"))
                .bind("at", last.endedAt)
                .bind("id", last.run)
                .bind("page", page)
                .bindMap(parameters)
                .map((row, context) -> new Place(row.getLong("ended_at"), row.getLong("id")))
                .list());
  }
}
