package dev.tidemill.jobs.store;

import dev.tidemill.core.job.Queue;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.jobs.Claim;
import dev.tidemill.jobs.Heartbeat;
import dev.tidemill.jobs.HeartbeatAnswer;
import dev.tidemill.jobs.WorkerLease;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.SqlStatement;

/** One sign of life: one statement on PostgreSQL, two in one transaction on SQLite. */
final class HeartbeatCall {
  private final Handle handle;
  private final Store store;
  private final TimeSource time;
  private final Lanes lanes;
  private final StrayWatch strays;
  private final WorkerLease lease;
  private final Heartbeat beat;

  HeartbeatCall(
      Handle handle,
      Store store,
      TimeSource time,
      Lanes lanes,
      StrayWatch strays,
      WorkerLease lease,
      Heartbeat beat) {
    this.handle = handle;
    this.store = store;
    this.time = time;
    this.lanes = lanes;
    this.strays = strays;
    this.lease = lease;
    this.beat = beat;
  }

  private record Held(long id, long runId, long epoch) {}

  private record Note(String what, Claim claim, long at) {}

  HeartbeatAnswer answer() {
    if (store.url().dialect() == Dialect.SQLITE) {
      bind(handle.createUpdate(store.statements().hot("heartbeat_touch"))).execute();
    }
    Map<String, List<Claim>> told = new HashMap<>();
    for (Note note : look()) {
      told.computeIfAbsent(note.what, w -> new ArrayList<>()).add(note.claim);
    }
    boolean drain = told.containsKey("drain");
    if (!drain && !told.containsKey("alive")) {
      return HeartbeatAnswer.leaseLost(beat.held());
    }
    return new HeartbeatAnswer(
        false,
        drain,
        told.getOrDefault("lost", List.of()),
        told.getOrDefault("cancel", List.of()),
        told.getOrDefault("stray", List.of()),
        Stream.of(Queue.values())
            .filter(queue -> told.containsKey(queue.word()))
            .collect(Collectors.toSet()),
        told.containsKey("upkeep"));
  }

  private List<Note> look() {
    Duration began = time.monotonic();
    long since = strays.since(lease.id(), began);
    List<Note> notes = notes(since);
    // The sign of life itself and strays are all that have a time; nothing has when there is none.
    LongSummaryStatistics at =
        notes.stream().mapToLong(Note::at).filter(t -> t > 0).summaryStatistics();
    if (at.getCount() > 0) {
      strays.looked(lease.id(), since, at.getMax(), at.getMin(), began, time.monotonic());
    }
    return notes;
  }

  private List<Note> notes(long since) {
    List<Held> held =
        beat.held().stream()
            .map(c -> new Held(c.job().value(), c.run().value(), c.epoch().value()))
            .toList();
    return bind(handle.createQuery(store.statements().hot("heartbeat")))
        .bind("held", Json.write(held))
        .bind("since", since)
        .bind(
            "lanes",
            Json.write(
                beat.looking().stream()
                    .flatMap(request -> lanes.view(request).lanes(false).stream())
                    .toList()))
        .map((row, context) -> new Note(row.getString("what"), Claims.read(row), row.getLong("at")))
        .list();
  }

  private <S extends SqlStatement<S>> S bind(S statement) {
    return statement
        .bind("worker", lease.id())
        .bind("status", beat.status().word())
        .bind("doing", Json.storable(beat.doing()));
  }
}
