package dev.tidemill.cli.chaos;

import dev.tidemill.testkit.PostgresDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;

/** Moves amounts from row to row, each time in one transaction, until closed. */
final class Transfers implements AutoCloseable {
  private final AtomicInteger count = new AtomicInteger();
  private final Thread thread;
  private volatile boolean over;

  Transfers(PostgresDatabase source) {
    thread = Thread.ofPlatform().name("transfers").daemon().start(() -> run(source));
  }

  int count() {
    return count.get();
  }

  private void run(PostgresDatabase source) {
    var random = RandomGenerator.getDefault();
    while (!over) {
      try (Connection connection = source.connect();
          Statement sql = connection.createStatement()) {
        connection.setAutoCommit(false);
        while (!over) {
          for (String table : new String[] {"ledger", "bank"}) {
            int from = random.nextInt(1, 15_000);
            sql.execute(
                "UPDATE %s SET amount = amount + CASE WHEN id = %d THEN -1 ELSE 1 END WHERE id IN (%d, %d)"
                    .formatted(table, from, from, from + 15_000));
          }
          connection.commit();
          count.incrementAndGet();
        }
      } catch (SQLException ended) {
        // A test ends sessions; the next one goes on.
      }
    }
  }

  @Override
  public void close() throws InterruptedException {
    over = true;
    thread.join(Duration.ofSeconds(30));
  }
}
