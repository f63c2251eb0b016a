package dev.tidemill.jobs.store;

import dev.tidemill.core.error.TidemillException;
import dev.tidemill.core.job.RunId;
import dev.tidemill.jobs.upkeep.OutputSweep;
import dev.tidemill.storage.ObjectInfo;
import dev.tidemill.storage.ObjectKey;
import dev.tidemill.storage.ObjectPage;
import dev.tidemill.storage.ObjectStore;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes what executions of ended runs wrote and no manifest names: the outputs of those who lost
 * their claim, failed half way or were cancelled.
 *
 * <p>A run is swept once, some time after its end, so that a former holder who still writes has
 * noticed by then. A retry makes it unswept again.
 *
 * <p>What is to be removed is decided in this order: list, then look at the run under its lock. If
 * nobody has a claim then, what was listed and is not named can never be named: later executions
 * write under other names. The other way round the output of a retry that began in between would be
 * taken for a leftover.
 */
public final class SqlOutputSweep implements OutputSweep {
  private static final Logger log = LoggerFactory.getLogger(SqlOutputSweep.class);
  private static final Duration AFTER = Duration.ofMinutes(10);

  /** As many are looked at side by side; most have nothing, and a far store takes its time. */
  private static final int PAGE = 32;

  private final Store store;
  private final ObjectStore objects;
  private final Map<String, Long> parameters;
  private final EndedRuns unswept;

  public SqlOutputSweep(Store store, ObjectStore objects) {
    this(store, objects, AFTER);
  }

  SqlOutputSweep(Store store, ObjectStore objects, Duration after) {
    this.store = store;
    this.objects = objects;
    this.parameters = Map.of("after", StoreClock.micros(after));
    this.unswept =
        new EndedRuns(
            store,
            "swept_at IS NULL AND ended_at < ${now} - :after AND " + EndedRuns.IDLE,
            parameters,
            PAGE);
  }

  @Override
  public int sweep() {
    return unswept.walk(this::sweep);
  }

  private int sweep(List<Long> runs) {
    var removed = new AtomicInteger();
    var failures = new ConcurrentLinkedQueue<TidemillException>();
    var swept = new ConcurrentLinkedQueue<Long>();
    try (var each = Executors.newVirtualThreadPerTaskExecutor()) {
      for (long run : runs) {
        each.execute(
            () -> {
              try {
                if (sweep(run, removed)) {
                  swept.add(run);
                }
              } catch (TidemillException e) {
                failures.add(e);
              }
            });
      }
    }
    mark(List.copyOf(swept));
    if (failures.size() == runs.size()) {
      throw failures.element();
    }
    failures.forEach(e -> log.warn("Leftovers of a run are removed later: {}", e.getMessage()));
    return removed.get();
  }

  /** Returns false when somebody works on the run again. */
  private boolean sweep(long run, AtomicInteger removed) {
    @Nullable ObjectKey last = null;
    do {
      ObjectPage page = objects.list("runs/" + new RunId(run) + "/", last, ObjectStore.MAX_PAGE);
      last = page.next();
      if (page.objects().isEmpty()) {
        continue;
      }
      Optional<Set<String>> named = store.inTransaction(handle -> named(handle, run));
      if (named.isEmpty()) {
        return false;
      }
      for (ObjectInfo object : page.objects()) {
        if (!named.get().contains(object.key().value())) {
          objects.delete(object.key());
          removed.incrementAndGet();
        }
      }
    } while (last != null);
    return true;
  }

  private Optional<Set<String>> named(Handle handle, long run) {
    if (unswept.lock(handle, List.of(run)).isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new HashSet<>(
            handle
                .createQuery("SELECT object FROM outputs WHERE run_id = :run")
                .bind("run", run)
                .mapTo(String.class)
                .list()));
  }

  private void mark(List<Long> runs) {
    if (runs.isEmpty()) {
      return;
    }
    store.autocommit(
        handle ->
            handle
                .createUpdate(
                    store
                        .statements()
                        .fill(
                            "UPDATE runs SET swept_at = ${now}"
                                + " WHERE id IN (<runs>) AND ended_at < ${now} - :after"))
                .bindList("runs", runs)
                .bindMap(parameters)
                .execute());
  }
}
