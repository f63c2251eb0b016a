package dev.tidemill.bench.jobs;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jobrunr.configuration.JobRunr;
import org.jobrunr.jobs.lambdas.JobRequest;
import org.jobrunr.jobs.lambdas.JobRequestHandler;
import org.jobrunr.scheduling.BackgroundJobRequest;
import org.jobrunr.server.BackgroundJobServerConfiguration;
import org.jobrunr.storage.StorageProvider;
import org.jobrunr.storage.sql.postgres.PostgresStorageProvider;

/** JobRunr's free edition, for the record. */
final class JobRunrPeer implements Contestant {
  static final AtomicInteger RAN = new AtomicInteger();

  public static final class Noop implements JobRequest {
    @Override
    public Class<NoopHandler> getJobRequestHandler() {
      return NoopHandler.class;
    }
  }

  public static final class NoopHandler implements JobRequestHandler<Noop> {
    @Override
    public void run(Noop request) {
      RAN.incrementAndGet();
    }
  }

  @Override
  public String name() {
    return "JobRunr 8.7.0";
  }

  @Override
  public String tuning() {
    return "poll interval 5 s (its shortest), its worker count = threads";
  }

  @Override
  public void prepare(Database database, int count) {
    StorageProvider storage = new PostgresStorageProvider(database.pool());
    JobRunr.configure().useStorageProvider(storage).initialize();
    BackgroundJobRequest.enqueue(IntStream.range(0, count).mapToObj(i -> new Noop()));
  }

  @Override
  public void burnDown(Database database, int count, int threads) throws Exception {
    RAN.set(0);
    var server =
        JobRunr.configure()
            .useStorageProvider(new PostgresStorageProvider(database.pool()))
            .useBackgroundJobServer(
                BackgroundJobServerConfiguration.usingStandardBackgroundJobServerConfiguration()
                    .andWorkerCount(threads)
                    .andPollInterval(Duration.ofSeconds(5)));
    server.initialize();
    while (RAN.get() < count) {
      Thread.sleep(5);
    }
    JobRunr.destroy();
  }
}
