package dev.tidemill.jobs.store;

import dev.tidemill.core.job.RunId;
import dev.tidemill.jobs.RunSpec;
import java.util.List;
import org.jdbi.v3.core.Handle;

/** What can be done inside one transaction. Used by one thread, until the transaction ends. */
public final class StoreTransaction {
  private final Handle handle;
  private final Statements statements;
  private final Dues dues;

  StoreTransaction(Handle handle, Statements statements, Dues dues) {
    this.handle = handle;
    this.statements = statements;
    this.dues = dues;
  }

  public Handle handle() {
    return handle;
  }

  /** Fills in the macros of a statement, such as the store's clock. */
  public String fill(String sql) {
    return statements.fill(sql);
  }

  /** The store's clock in microseconds. Asked once and kept: SQLite's goes on meanwhile. */
  public long now() {
    return handle.createQuery(fill("SELECT ${now}")).mapTo(Long.class).one();
  }

  /**
   * Creates runs with their first jobs, in few statements however many they are. Every one is new:
   * idempotency keys and the limit of open jobs are not looked at.
   *
   * @return their ids, in the order of the specs
   */
  public List<RunId> submit(List<RunSpec> specs) {
    return new BulkSubmission(handle, statements).submit(specs, dues);
  }
}
