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
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
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

  private static final Duration PATIENCE = Duration.ofMinutes(5);

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

  /**
   * How it went with one run.
   *
   * @param swept false when somebody works on it again, or it could not be looked at
   */
  private record Look(long run, boolean swept, int removed, @Nullable TidemillException failure) {}

  private int sweep(List<Long> runs) {
    List<Look> looks =
        sideBySide(runs.stream().map(run -> (Callable<Look>) () -> look(run)).toList());
    mark(looks.stream().filter(Look::swept).map(Look::run).toList());
    List<TidemillException> failures =
        looks.stream().map(Look::failure).filter(Objects::nonNull).toList();
    if (failures.size() == runs.size()) {
      throw failures.getFirst();
    }
    failures.forEach(e -> log.warn("Leftovers of a run are removed later: {}", e.getMessage()));
    return looks.stream().mapToInt(Look::removed).sum();
  }

  /** Those that ended in time. */
  private static List<Look> sideBySide(List<Callable<Look>> tasks) {
    ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    try {
      return threads.invokeAll(tasks, PATIENCE.toSeconds(), TimeUnit.SECONDS).stream()
          .filter(task -> task.state() == Future.State.SUCCESS)
          .map(Future::resultNow)
          .toList();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return List.of();
    } finally {
      threads.shutdownNow();
    }
  }

  private Look look(long run) {
    int removed = 0;
    @Nullable ObjectKey last = null;
    try {
      do {
        ObjectPage page = objects.list("runs/" + new RunId(run) + "/", last, ObjectStore.MAX_PAGE);
        last = page.next();
        if (!page.objects().isEmpty()) {
          Optional<Set<String>> named = store.inTransaction(handle -> named(handle, run));
          if (named.isEmpty()) {
            return new Look(run, false, removed, null);
          }
          removed += remove(page.objects(), named.get());
        }
      } while (last != null);
      return new Look(run, true, removed, null);
    } catch (TidemillException e) {
      return new Look(run, false, removed, e);
    }
  }

  private int remove(List<ObjectInfo> listed, Set<String> named) {
    int removed = 0;
    for (ObjectInfo object : listed) {
      if (!named.contains(object.key().value())) {
        objects.delete(object.key());
        removed++;
      }
    }
    return removed;
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
