package dev.tidemill.jobs.store;

import java.util.Locale;

/** What differs between the databases. */
public enum Dialect {
  POSTGRESQL(
      // The transaction's clock: the same in all statements of one transaction, usable by indexes.
      "(extract(epoch FROM now()) * 1000000)::bigint",
      // Not FOR UPDATE: that would also stop inserts of jobs, which look at the run's key.
      "FOR NO KEY UPDATE",
      "FOR NO KEY UPDATE SKIP LOCKED"),
  SQLITE(
      // One writer at a time: nothing to lock. The clock has milliseconds.
      "CAST(round(unixepoch('now', 'subsec') * 1000) AS integer) * 1000", "", "");

  final String now;
  final String lock;
  final String tryLock;

  Dialect(String now, String lock, String tryLock) {
    this.now = now;
    this.lock = lock;
    this.tryLock = tryLock;
  }

  String folder() {
    return name().toLowerCase(Locale.ROOT);
  }
}
