package dev.tidemill.jobs.store;

import dev.tidemill.core.error.TidemillException;
import dev.tidemill.core.job.JobType;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.jobs.ClaimRequest;
import dev.tidemill.jobs.ClaimedJob;
import dev.tidemill.jobs.Wakeups;
import dev.tidemill.jobs.WorkerLease;
import dev.tidemill.jobs.state.RunStatus;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jdbi.v3.core.Handle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One claim: looks along the lanes, takes what is free in the store's order. */
final class ClaimCall {
  private static final Logger log = LoggerFactory.getLogger(ClaimCall.class);

  /** Others may be taking the same jobs at this moment; so look at more than are wanted. */
  private static final int LOOK_MORE = 32;

  /** When that was not enough, many are. */
  private static final int LOOK_FACTOR = 4;

  private static final int MOST_LOOKED_AT = 20_000;

  private static final Comparator<Row> STORE_ORDER =
      Comparator.comparingInt(Row::priority)
          .thenComparingLong(Row::notBefore)
          .thenComparing(row -> row.job().id());

  private final Store store;
  private final Statements statements;
  private final TimeSource time;
  private final Lanes.View view;
  private final Wakeups wakeups;
  private final WorkerLease lease;
  private final ClaimRequest request;

  ClaimCall(
      Store store,
      TimeSource time,
      Lanes lanes,
      Wakeups wakeups,
      WorkerLease lease,
      ClaimRequest request) {
    this.store = store;
    this.wakeups = wakeups;
    this.statements = store.statements();
    this.time = time;
    this.view = lanes.view(request);
    this.lease = lease;
    this.request = request;
  }

  /**
   * A job that was claimed, with its place in the order.
   *
   * @param first its run may not be shown as begun yet
   */
  record Row(int priority, long notBefore, boolean first, ClaimedJob job) {}

  /**
   * @param seen how many could be claimed, up to the number looked at
   * @param keyed how many of those have a key
   * @param contended somebody else took some of them at the same moment
   */
  private record Taken(List<Row> rows, int seen, int keyed, boolean contended) {}

  List<ClaimedJob> claim() {
    boolean full = looksAtEverything(false);
    List<Row> rows = claim(full);
    if (rows.isEmpty() && !full && looksAtEverything(true)) {
      rows = claim(true);
    }
    for (Row row : rows) {
      view.claimed(row.job.type(), row.priority, row.notBefore, row.job.id().value());
    }
    List<ClaimedJob> jobs = rows.stream().sorted(STORE_ORDER).map(Row::job).toList();
    showBegun(rows);
    return jobs;
  }

  private boolean looksAtEverything(boolean foundNothing) {
    if (!view.fullIsDue(time.monotonic(), foundNothing)) {
      return false;
    }
    if (view.isCheap()) {
      return true;
    }
    if (view.beginLookBeside()) {
      Thread.ofVirtual().name("look-behind").start(this::lookBeside);
    }
    return false;
  }

  /**
   * Looks at everything while claims go on, and lets them begin further back where something lies.
   */
  private void lookBeside() {
    Duration began = time.monotonic();
    boolean missed = false;
    try {
      view.found(store.autocommit(this::priorities));
      for (Lanes.Lane lane : view.lanes(true)) {
        for (KeyGate.Candidate job : store.autocommit(handle -> candidates(handle, lane, 1))) {
          missed |= view.first(lane, job.notBefore(), job.id());
        }
      }
    } catch (RuntimeException e) {
      log.debug("Nobody looked at everything: {}", e.getMessage());
    } finally {
      view.lookedBeside(began, time.monotonic());
    }
    if (missed) {
      wakeups.due(request.queue(), Duration.ZERO);
    }
  }

  private List<Row> claim(boolean full) {
    Duration began = time.monotonic();
    if (full) {
      view.found(store.autocommit(this::priorities));
    }
    List<Lanes.Lane> lanes = view.lanes(full);
    List<Row> rows = new ArrayList<>();
    int look = request.max() + LOOK_MORE;
    boolean strict = true;
    while (true) {
      Taken taken = take(lanes, look, request.max() - rows.size(), strict);
      rows.addAll(taken.rows);
      if (rows.size() == request.max()) {
        break;
      }
      if (taken.contended && strict) {
        // Between two who claim at once there is no order; what is free and has no key will do.
        strict = false;
      } else if (taken.seen >= look) {
        if (look >= MOST_LOOKED_AT) {
          break;
        }
        look *= LOOK_FACTOR;
      } else if (taken.keyed == 0 || taken.rows.isEmpty()) {
        break;
      }
      // Otherwise jobs of a key were among them that then had no room for all.
    }
    if (full) {
      view.looked(began, time.monotonic());
    }
    view.claimedFrom(lanes);
    return rows;
  }

  private Taken take(List<Lanes.Lane> lanes, int look, int max, boolean strict) {
    if (store.url().dialect() == Dialect.SQLITE) {
      return store.inTransaction(handle -> takeByHand(handle, lanes, look, max));
    }
    Taken taken = store.autocommit(handle -> takeAtOnce(handle, lanes, look, max, strict));
    int room = max - taken.rows.size();
    if (taken.keyed == 0 || room == 0) {
      return taken;
    }
    var rows = new ArrayList<>(taken.rows);
    Taken rest = store.inTransaction(handle -> takeByHand(handle, lanes, look, room));
    rows.addAll(rest.rows);
    return new Taken(rows, taken.seen, taken.keyed, rest.contended);
  }

  /**
   * PostgreSQL, jobs without a key: one statement and no transaction around it.
   *
   * @param strict only those that stand before the first with a key
   */
  private Taken takeAtOnce(
      Handle handle, List<Lanes.Lane> lanes, int look, int max, boolean strict) {
    var rows = new ArrayList<Row>();
    var counts = new int[2];
    handle
        .createQuery(statements.hot("claim"))
        .bind("worker", lease.id())
        .bind("queue", request.queue().word())
        .bind("max", max)
        .bind("look", look)
        .bind("strict", strict)
        .bind("lanes", Json.write(lanes))
        .bind("capabilities", Json.write(request.capabilities()))
        .map(
            (row, context) -> {
              counts[0] = row.getInt("seen");
              counts[1] = row.getInt("keyed");
              if (row.getString("type") != null) {
                rows.add(read(row, false));
              }
              return true;
            })
        .list();
    return new Taken(rows, counts[0], counts[1], false);
  }

  /**
   * Where keys count, and on SQLite: first see who could be claimed, then whose key has room. The
   * key's row is locked meanwhile, so no two claims of a key go by the same count.
   */
  private Taken takeByHand(Handle handle, List<Lanes.Lane> lanes, int look, int max) {
    List<KeyGate.Candidate> seen = new ArrayList<>();
    for (Lanes.Lane lane : lanes) {
      seen.addAll(candidates(handle, lane, look));
    }
    seen.sort(KeyGate.STORE_ORDER);
    List<Long> ids = new KeyGate(handle, statements).admit(seen, max);
    if (ids.isEmpty()) {
      return new Taken(List.of(), seen.size(), 0, false);
    }
    List<Row> rows =
        handle
            .createQuery(statements.hot("claim_ids"))
            .bind("worker", lease.id())
            .bind("ids", Json.write(ids))
            .map((row, context) -> read(row, begins(RunStatus.parse(row.getString("run_status")))))
            .list();
    return new Taken(rows, seen.size(), 0, rows.size() < ids.size());
  }

  private List<KeyGate.Candidate> candidates(Handle handle, Lanes.Lane lane, int look) {
    return handle
        .createQuery(statements.hot("candidates"))
        .bind("queue", lane.queue())
        .bind("type", lane.type())
        .bind("version", lane.version())
        .bind("priority", lane.priority())
        .bind("after_at", lane.afterAt())
        .bind("after_id", lane.afterId())
        .bind("capabilities", Json.write(request.capabilities()))
        .bind("look", look)
        .map((row, context) -> KeyGate.Candidate.read(row))
        .list();
  }

  private record TypeAsked(String type, int version) {}

  private Map<JobType, Set<Integer>> priorities(Handle handle) {
    Map<JobType, Set<Integer>> found = new HashMap<>();
    handle
        .createQuery(statements.hot("priorities"))
        .bind("queue", request.queue().word())
        .bind(
            "types",
            Json.write(
                request.types().stream()
                    .map(type -> new TypeAsked(type.name(), type.payloadVersion()))
                    .toList()))
        .map(
            (row, context) ->
                found
                    .computeIfAbsent(
                        new JobType(row.getString("type"), row.getInt("version")),
                        t -> new TreeSet<>())
                    .add(row.getInt("priority")))
        .list();
    return found;
  }

  private static boolean begins(RunStatus run) {
    return run == RunStatus.PENDING || run == RunStatus.READY;
  }

  /** Not part of the claim: what is left unmarked here is caught up by settlement and upkeep. */
  private void showBegun(List<Row> rows) {
    List<ClaimedJob> first = rows.stream().filter(Row::first).map(Row::job).toList();
    if (first.isEmpty()) {
      return;
    }
    try {
      store.inTransaction(
          handle -> {
            RunBeginning.mark(handle, statements, first);
            return true;
          });
    } catch (TidemillException e) {
      log.debug("Runs are shown as begun later: {}", e.getMessage());
    }
  }

  private static Row read(ResultSet row, boolean first) throws SQLException {
    return new Row(row.getInt("priority"), row.getLong("not_before"), first, JobRows.claimed(row));
  }
}
