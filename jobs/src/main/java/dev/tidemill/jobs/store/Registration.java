package dev.tidemill.jobs.store;

import dev.tidemill.core.error.Problem;
import dev.tidemill.jobs.JobsError;
import dev.tidemill.jobs.WorkerHello;
import dev.tidemill.jobs.WorkerLease;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** Opens the lease of a worker, unless another live one has its name. */
final class Registration {
  private Registration() {}

  static WorkerLease register(Handle handle, Statements statements, WorkerHello hello) {
    // A former incarnation that ran out of its lease gives up the name; upkeep takes its
    // jobs.
    handle
        .createUpdate(
            statements.fill(
                "UPDATE workers SET status = 'lost', ended_at = ${now} WHERE name = :name"
                    + " AND status IN (${live})"
                    + " AND last_seen_at + lease_micros < ${now}"))
        .bind("name", hello.name())
        .execute();
    long id =
        handle
            .createQuery(
                statements.fill(
                    "INSERT INTO workers (incarnation, name, group_name, status, host, pid, build, slots,"
                        + " capabilities, types, lease_micros, started_at, last_seen_at)"
                        + " VALUES (:incarnation, :name, :group, 'starting', :host, :pid, :build, :slots,"
                        + " :capabilities, :types, :lease, ${now}, ${now})"
                        + " ON CONFLICT DO NOTHING RETURNING id"))
            .bind("incarnation", hello.incarnation())
            .bind("name", hello.name())
            .bind("group", hello.group())
            .bind("host", hello.host())
            .bind("pid", hello.pid())
            .bind("build", hello.build())
            .bind("slots", hello.slots())
            .bind("capabilities", Json.write(hello.capabilities()))
            .bind("types", Json.write(hello.types()))
            .bind("lease", StoreClock.micros(hello.lease()))
            .mapTo(Long.class)
            .findOne()
            .or(() -> registeredBefore(handle, statements, hello))
            .orElseThrow(() -> nameTaken(hello));
    return new WorkerLease(id, hello.name(), hello.lease());
  }

  /** The answer to an earlier registration of this very process was lost. */
  private static Optional<Long> registeredBefore(
      Handle handle, Statements statements, WorkerHello hello) {
    return handle
        .createQuery(
            statements.fill(
                "SELECT id FROM workers WHERE incarnation = :incarnation AND status IN (${live})"))
        .bind("incarnation", hello.incarnation())
        .mapTo(Long.class)
        .findOne();
  }

  private static RuntimeException nameTaken(WorkerHello hello) {
    return Problem.of(
            JobsError.WORKER_NAME_TAKEN, "a worker named " + hello.name() + " is running already")
        .field("name")
        .cause("its lease of %s has not run out".formatted(hello.lease()))
        .next("give this one another --name, or wait until the other's lease has run out")
        .exception();
  }
}
