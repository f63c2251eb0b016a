package dev.tidemill.bench.jobs;

import com.zaxxer.hikari.HikariDataSource;

/** A job system under the same load as the others. */
interface Contestant {
  String name();

  /** What was set, by its own guide. */
  String tuning();

  /** Tables, and {@code count} jobs that do nothing. */
  void prepare(Database database, int count) throws Exception;

  /** Works off everything; returns when every job's end is durable. */
  void burnDown(Database database, int count, int threads) throws Exception;

  /** One database of its own for each measurement. */
  record Database(String url, HikariDataSource pool) {}
}
