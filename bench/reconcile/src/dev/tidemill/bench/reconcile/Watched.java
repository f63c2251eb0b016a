package dev.tidemill.bench.reconcile;

import dev.tidemill.sql.Dialect;
import dev.tidemill.sql.ParquetOptions;
import dev.tidemill.sql.RowReader;
import dev.tidemill.sql.SqlEngine;
import dev.tidemill.sql.SqlInput;
import dev.tidemill.sql.SqlLimits;
import dev.tidemill.sql.SqlSession;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/** An engine that prints what took longer than a moment. A query's time is until its first row. */
record Watched(SqlEngine engine, String who) implements SqlEngine {
  private static final double A_MOMENT = 0.02;

  @Override
  public String name() {
    return engine.name();
  }

  @Override
  public Dialect dialect() {
    return engine.dialect();
  }

  @Override
  public String storedRow() {
    return engine.storedRow();
  }

  @Override
  public String countDifferent(String column, long least, long most) {
    return engine.countDifferent(column, least, most);
  }

  @Override
  public String hash(List<String> expressions) {
    return engine.hash(expressions);
  }

  @Override
  public SqlSession open(SqlLimits limits) {
    SqlSession session = engine.open(limits);
    return new SqlSession() {
      @Override
      public void attach(String table, SqlInput input) {
        session.attach(table, input);
      }

      @Override
      public void seal() {
        session.seal();
      }

      @Override
      public void execute(String sql) {
        timed(
            limits,
            sql,
            () -> {
              session.execute(sql);
              return 0;
            });
      }

      @Override
      public RowReader query(String sql) {
        return timed(limits, sql, () -> session.query(sql));
      }

      @Override
      public long writeParquet(String sql, Path file, ParquetOptions options) {
        return timed(limits, sql, () -> session.writeParquet(sql, file, options));
      }

      @Override
      public void cancel() {
        session.cancel();
      }

      @Override
      public void close() {
        session.close();
      }
    };
  }

  private <T> T timed(SqlLimits limits, String sql, Supplier<T> work) {
    var result = new AtomicReference<T>();
    Took took = Took.by(limits.temp(), () -> result.set(work.get()));
    if (took.seconds() > A_MOMENT) {
      System.out.printf("%s: %s  %s%n", who, took, sql.replaceAll("\\s+", " "));
    }
    return result.get();
  }
}
