package dev.tidemill.jobs.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.tidemill.core.error.Problem;
import dev.tidemill.jobs.JobsError;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jdbi.v3.core.HandleCallback;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;
import org.jdbi.v3.core.statement.SqlStatements;

/**
 * Connections to one database. Thread-safe.
 *
 * <p>Signs of life have a connection of their own, so that work which holds all others can never
 * make a healthy worker look dead.
 */
public final class Store implements AutoCloseable {
  /** How long the database may take to answer one statement. */
  private static final Duration WORK_LIMIT = Duration.ofSeconds(60);

  static final Duration CONNECT_LIMIT = Duration.ofSeconds(5);

  /** Migrating takes two: one holds the lock, the other does the work. */
  private static final int LEAST_CONNECTIONS = 2;

  /** Well under a lease: a sign of life that is not heard soon must be tried anew on a new line. */
  private static final Duration LIVENESS_LIMIT = Duration.ofSeconds(5);

  /** Of an embedded store; a query reads for a moment only. */
  private static final int READERS = 4;

  private static final Duration TURN_LIMIT = Duration.ofSeconds(30);

  private final StoreUrl url;
  private final ReentrantLock turn = new ReentrantLock(true);
  private final Statements statements;
  private final HikariDataSource work;
  private final HikariDataSource liveness;
  private final HikariDataSource readers;
  private final Jdbi workJdbi;
  private final Jdbi readersJdbi;
  private final Jdbi livenessJdbi;

  private Store(StoreUrl url, StoreClock clock, int connections) {
    this.url = url;
    this.statements = new Statements(url.dialect(), clock);
    int most = url.embedded() ? 1 : Math.max(connections, LEAST_CONNECTIONS);
    this.work = new HikariDataSource(pool(url, "work", most, WORK_LIMIT));
    this.liveness = new HikariDataSource(pool(url, "liveness", 1, LIVENESS_LIMIT));
    this.readers = url.embedded() ? readers(pool(url, "readers", READERS, WORK_LIMIT)) : work;
    this.workJdbi = jdbi(work);
    this.readersJdbi = jdbi(readers);
    this.livenessJdbi = jdbi(liveness);
  }

  /** Opens without connecting: the first statement does that. */
  public static Store open(StoreUrl url, StoreClock clock, int connections) {
    return new Store(url, clock, connections);
  }

  public StoreUrl url() {
    return url;
  }

  Statements statements() {
    return statements;
  }

  /** A statement with its macros filled in, as {@code ${now}}; see this package's notes. */
  public String sql(String text) {
    return statements.fill(text);
  }

  /** One transaction on a working connection. */
  public <T> T inTransaction(HandleCallback<T, RuntimeException> body) {
    return reachable(() -> inTurn(() -> workJdbi.inTransaction(body)));
  }

  /** Statements that each stand for themselves: on PostgreSQL without a transaction around them. */
  public <T> T autocommit(HandleCallback<T, RuntimeException> body) {
    return url.embedded() ? inTransaction(body) : reachable(() -> workJdbi.withHandle(body));
  }

  /**
   * Statements that each read what was committed last and change nothing. They wait for nobody: on
   * SQLite readers have connections of their own and take no turn among the writers.
   */
  public <T> T reading(HandleCallback<T, RuntimeException> body) {
    return reachable(() -> readersJdbi.withHandle(body));
  }

  /** One transaction on the connection kept for signs of life. */
  <T> T inLivenessTransaction(HandleCallback<T, RuntimeException> body) {
    return reachable(() -> inTurn(() -> livenessJdbi.inTransaction(body)));
  }

  /** As {@link #autocommit}, on the connection kept for signs of life. */
  <T> T livenessAutocommit(HandleCallback<T, RuntimeException> body) {
    return url.embedded()
        ? inLivenessTransaction(body)
        : reachable(() -> livenessJdbi.withHandle(body));
  }

  /** Fails when the database does not answer. */
  public void ping() {
    inTransaction(handle -> handle.createQuery("SELECT 1").mapTo(Integer.class).one());
  }

  HikariDataSource dataSource() {
    return work;
  }

  @Override
  public void close() {
    work.close();
    liveness.close();
    readers.close();
  }

  /**
   * One writer at a time on SQLite. Its own way of waiting is to sleep and try again, so somebody
   * who always has more to write would keep all others out, signs of life among them; here they
   * queue up.
   */
  private <T> T inTurn(Supplier<T> call) {
    if (!url.embedded()) {
      return call.get();
    }
    boolean mine = false;
    try {
      mine = turn.tryLock(TURN_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
      if (!mine) {
        throw Problem.of(JobsError.STORE_UNAVAILABLE, "the store is busy: " + url)
            .cause("others have been writing for " + TURN_LIMIT)
            .next("try again; nothing was changed")
            .exception();
      }
      return call.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Problem.of(JobsError.STORE_UNAVAILABLE, "interrupted while waiting for " + url)
          .next("nothing was changed")
          .exception(e);
    } finally {
      if (mine) {
        turn.unlock();
      }
    }
  }

  private <T> T reachable(Supplier<T> call) {
    try {
      return call.get();
    } catch (JdbiException e) {
      throw StoreFault.of(e, url.dialect())
          .<RuntimeException>map(fault -> fault.told(url))
          .orElse(e);
    }
  }

  private static Jdbi jdbi(HikariDataSource pool) {
    Jdbi jdbi = Jdbi.create(pool);
    jdbi.getConfig(SqlStatements.class).setUnusedBindingAllowed(true);
    return jdbi;
  }

  /**
   * Connections that cannot write. Many a command opens a store and never reads in this way, so the
   * pool begins with the first who does.
   */
  private static HikariDataSource readers(HikariConfig config) {
    var source = new HikariDataSource();
    config.copyStateTo(source);
    source.setConnectionInitSql("PRAGMA query_only = true");
    return source;
  }

  private static HikariConfig pool(StoreUrl url, String name, int size, Duration limit) {
    var config = new HikariConfig();
    config.setPoolName(name);
    config.setJdbcUrl(url.jdbc());
    config.setMaximumPoolSize(size);
    config.setMinimumIdle(0);
    config.setIdleTimeout(Duration.ofMinutes(2).toMillis());
    config.setConnectionTimeout(CONNECT_LIMIT.toMillis());
    config.setValidationTimeout(CONNECT_LIMIT.toMillis());
    // Connect on first use: opening a store must not need one.
    config.setInitializationFailTimeout(-1);
    if (url.user() != null) {
      config.setUsername(url.user());
    }
    if (url.password() != null) {
      config.setPassword(url.password());
    }
    if (url.embedded()) {
      config.addDataSourceProperty("journal_mode", "WAL");
      config.addDataSourceProperty("synchronous", "FULL");
      config.addDataSourceProperty("busy_timeout", "30000");
      config.addDataSourceProperty("foreign_keys", "true");
      // A transaction that reads first and then writes would otherwise fail instead of waiting.
      config.addDataSourceProperty("transaction_mode", "IMMEDIATE");
    } else {
      config.addDataSourceProperty("ApplicationName", "tidemill-" + name);
      config.addDataSourceProperty("tcpKeepAlive", "true");
      config.addDataSourceProperty("connectTimeout", String.valueOf(CONNECT_LIMIT.toSeconds()));
      config.addDataSourceProperty("socketTimeout", String.valueOf(limit.toSeconds()));
      config.addDataSourceProperty("reWriteBatchedInserts", "true");
      // A process that was stopped in the middle of a transaction must not hold up others for good.
      // And no statement here is worth compiling: the planner thinks so once an index is bloated,
      // and then half a second goes into the code of a claim that takes two milliseconds.
      // Nor is a table worth reading from end to end: it may be small when the plan is made, but
      // the
      // plan is kept, and a table of jobs grows by thousands of rows a second.
      config.addDataSourceProperty(
          "options",
          "-c lock_timeout=10s -c idle_in_transaction_session_timeout=60s -c jit=off -c enable_seqscan=off");
      config.addDataSourceProperty("prepareThreshold", "2");
    }
    return config;
  }
}
