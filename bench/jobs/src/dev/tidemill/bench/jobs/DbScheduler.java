package dev.tidemill.bench.jobs;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** db-scheduler, tuned as its performance page says: lock-and-fetch, fetched ahead of the threads. */
final class DbScheduler implements Contestant {
  private final AtomicInteger ran = new AtomicInteger();
  private final OneTimeTask<Void> task =
      Tasks.oneTime("noop").execute((instance, context) -> ran.incrementAndGet());

  @Override
  public String name() {
    return "db-scheduler 16.12.0";
  }

  @Override
  public String tuning() {
    return "lock-and-fetch 0.5-4.0, polling 100 ms, priority off";
  }

  @Override
  public void prepare(Database database, int count) throws Exception {
    try (Connection connection = database.pool().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE scheduled_tasks (task_name text NOT NULL, task_instance text NOT NULL, task_data bytea,"
              + " execution_time timestamptz NOT NULL, picked boolean NOT NULL, picked_by text, last_success timestamptz,"
              + " last_failure timestamptz, consecutive_failures int, last_heartbeat timestamptz, version bigint NOT NULL,"
              + " priority smallint, PRIMARY KEY (task_name, task_instance))");
      statement.execute("CREATE INDEX execution_time_idx ON scheduled_tasks (execution_time)");
      statement.execute("CREATE INDEX last_heartbeat_idx ON scheduled_tasks (last_heartbeat)");
    }
    Scheduler client = Scheduler.create(database.pool(), task).build();
    var batch = new ArrayList<TaskInstance<?>>();
    for (int i = 0; i < count; i++) {
      batch.add(task.instance("j" + i));
      if (batch.size() == 1000 || i == count - 1) {
        client.scheduleBatch(batch, Instant.now());
        batch.clear();
      }
    }
  }

  @Override
  public void burnDown(Database database, int count, int threads) throws Exception {
    ran.set(0);
    Scheduler scheduler =
        Scheduler.create(database.pool(), task)
            .threads(threads)
            .pollUsingLockAndFetch(0.5, 4.0)
            .pollingInterval(Duration.ofMillis(100))
            .build();
    scheduler.start();
    while (ran.get() < count || left(database) > 0) {
      Thread.sleep(5);
    }
    scheduler.stop();
  }

  private static long left(Database database) throws Exception {
    try (Connection connection = database.pool().getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT count(*) FROM (SELECT 1 FROM scheduled_tasks LIMIT 1) s")) {
      row.next();
      return row.getLong(1);
    }
  }
}
