package dev.tidemill.jobs.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.core.job.Output;
import dev.tidemill.core.job.RunId;
import dev.tidemill.core.time.SimulatedTime;
import dev.tidemill.jobs.ClaimedJob;
import dev.tidemill.jobs.Settlement;
import dev.tidemill.jobs.StoreContract;
import dev.tidemill.jobs.StoreUnderTest;
import dev.tidemill.jobs.WorkerLease;
import dev.tidemill.storage.Content;
import dev.tidemill.storage.LocalObjectStore;
import dev.tidemill.storage.ObjectKey;
import dev.tidemill.storage.ObjectStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("J9")
@Tag("J6")
class SqlOutputSweepTest extends StoreContract {
  private final Path folder;

  SqlOutputSweepTest(@TempDir Path folder) {
    this.folder = folder;
  }

  private ObjectStore objects() {
    return new LocalObjectStore(folder, new SimulatedTime());
  }

  @Override
  protected StoreUnderTest openStore() {
    return TestStores.sqlite(time);
  }

  private SqlOutputSweep sweep() {
    return new SqlOutputSweep(
        ((SqlStoreUnderTest) store()).store(), objects(), Duration.ofMinutes(10));
  }

  @Test
  void losers_are_removed_some_time_after_the_run_ended_and_winners_stay() {
    RunId run = submit(1);
    WorkerLease worker = worker("w");
    ClaimedJob job = claimOne(worker);
    String prefix = "runs/%s/%s/".formatted(run, job.id());
    put(prefix + "part.e1.parquet");
    put(prefix + "part.e2.parquet");
    put("runs/%s0/%s/part.e1.parquet".formatted(run, job.id()));
    var output = new Output("part.parquet", prefix + "part.e2.parquet", 1, 1, "sum");
    settle(worker, new Settlement.Completed(job.claim(), List.of(output), List.of(), null));
    assertThat(sweep().sweep()).as("a former holder may still be writing").isZero();
    time.advance(Duration.ofMinutes(11));
    assertThat(sweep().sweep()).isEqualTo(1);
    assertThat(keys())
        .containsExactly(
            prefix + "part.e2.parquet", "runs/%s0/%s/part.e1.parquet".formatted(run, job.id()));
    put(prefix + "late.e1.parquet");
    assertThat(sweep().sweep()).as("once for each run").isZero();
  }

  @AfterEach
  void removeObjects() {
    keys().forEach(key -> objects().delete(ObjectKey.of(key)));
  }

  @Test
  void a_run_that_goes_on_is_left_alone() {
    RunId run = submit(1);
    put("runs/%s/job_1/part.e1.parquet".formatted(run));
    time.advance(Duration.ofHours(1));
    assertThat(sweep().sweep()).isZero();
  }

  private void put(String key) {
    objects().put(ObjectKey.of(key), Content.of(new byte[] {1}));
  }

  private List<String> keys() {
    return objects().list("", null, 100).objects().stream().map(o -> o.key().value()).toList();
  }
}
