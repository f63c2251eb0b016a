package dev.tidemill.jobs.store;

import org.jdbi.v3.core.Handle;

/** What PostgreSQL says it has read. Each connection is made to tell, or else it would later. */
final class RowsRead {
  private final Store store;
  private final int connections;

  /**
   * @param connections how many the store works with
   */
  RowsRead(Store store, int connections) {
    this.store = store;
    this.connections = connections;
  }

  long of(String table) {
    tell(connections);
    return store.autocommit(
        handle ->
            handle
                .createQuery(
                    "SELECT seq_tup_read + coalesce(idx_tup_fetch, 0) FROM pg_stat_user_tables"
                        + " WHERE relname = :table")
                .bind("table", table)
                .mapTo(Long.class)
                .one());
  }

  /** All at once: one that is in use is not given out again. */
  private int tell(int left) {
    return left == 0
        ? store.livenessAutocommit(RowsRead::tell)
        : store.autocommit(handle -> tell(left - 1) + tell(handle));
  }

  private static int tell(Handle handle) {
    return handle.createQuery("SELECT pg_stat_force_next_flush()").mapToMap().list().size();
  }
}
