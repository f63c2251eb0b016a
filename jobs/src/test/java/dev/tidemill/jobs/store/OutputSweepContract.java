package dev.tidemill.jobs.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemill.core.error.Problem;
import dev.tidemill.core.job.Output;
import dev.tidemill.core.job.RunId;
import dev.tidemill.core.time.SimulatedTime;
import dev.tidemill.jobs.ClaimedJob;
import dev.tidemill.jobs.Settlement;
import dev.tidemill.jobs.StoreContract;
import dev.tidemill.jobs.WorkerLease;
import dev.tidemill.storage.Content;
import dev.tidemill.storage.LocalObjectStore;
import dev.tidemill.storage.ObjectKey;
import dev.tidemill.storage.ObjectStore;
import dev.tidemill.storage.StorageError;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("J9")
@Tag("J6")
abstract class OutputSweepContract extends StoreContract {
  private static final Duration AFTER = Duration.ofMinutes(10);
  private static final Duration LATER = Duration.ofMinutes(11);

  private ObjectStore objects;

  @BeforeEach
  void emptyObjects(@TempDir Path folder) {
    objects = new LocalObjectStore(folder, new SimulatedTime());
  }

  private SqlOutputSweep sweep() {
    return sweep(prefix -> {});
  }

  /** With something that happens right before objects are listed. */
  private SqlOutputSweep sweep(Consumer<String> beforeList) {
    ObjectStore watched =
        (ObjectStore)
            Proxy.newProxyInstance(
                ObjectStore.class.getClassLoader(),
                new Class<?>[] {ObjectStore.class},
                (proxy, method, arguments) -> {
                  if (method.getName().equals("list")) {
                    beforeList.accept((String) arguments[0]);
                  }
                  try {
                    return method.invoke(objects, arguments);
                  } catch (InvocationTargetException e) {
                    throw e.getCause();
                  }
                });
    return new SqlOutputSweep(((SqlStoreUnderTest) store()).store(), watched, AFTER);
  }

  @Test
  void losers_are_removed_some_time_after_the_run_ended_and_winners_stay() {
    RunId run = submit(1);
    WorkerLease worker = worker("w");
    ClaimedJob job = claimOne(worker);
    put(object(run, job, 1));
    put(object(run, job, 2));
    put("runs/%s0/%s/part.e1.parquet".formatted(run, job.id()));
    var output = new Output("part.parquet", object(run, job, 2), 1, 1, "sum");
    settle(worker, new Settlement.Completed(job.claim(), List.of(output), List.of(), null));
    assertThat(sweep().sweep()).as("a former holder may still be writing").isZero();
    time.advance(LATER);
    assertThat(sweep().sweep()).isEqualTo(1);
    assertThat(keys())
        .containsExactly(
            object(run, job, 2), "runs/%s0/%s/part.e1.parquet".formatted(run, job.id()));
    put(object(run, job, 9));
    assertThat(sweep().sweep()).as("once for each run").isZero();
  }

  @Test
  void a_run_that_goes_on_is_left_alone() {
    RunId run = submit(1);
    put("runs/%s/job_1/part.e1.parquet".formatted(run));
    time.advance(Duration.ofHours(1));
    assertThat(sweep().sweep()).isZero();
  }

  @Test
  void what_a_retry_writes_that_begins_meanwhile_is_no_leftover() {
    RunId run = submit(1);
    WorkerLease worker = worker("w");
    ClaimedJob first = claimOne(worker);
    put(object(run, first, 1));
    settle(worker, failure(first, false));
    time.advance(LATER);
    WorkerLease other = worker("other");
    var second = new ArrayList<ClaimedJob>();
    SqlOutputSweep sweep =
        sweep(
            prefix -> {
              intake().retry(run);
              second.add(claimOne(other));
              put(object(run, second.getFirst(), 2));
            });

    assertThat(sweep.sweep()).isZero();
    assertThat(keys()).contains(object(run, second.getFirst(), 2));
    var output = new Output("part.parquet", object(run, second.getFirst(), 2), 1, 1, "sum");
    settle(
        other,
        new Settlement.Completed(second.getFirst().claim(), List.of(output), List.of(), null));
    time.advance(LATER);
    assertThat(sweep().sweep()).as("the first execution's").isEqualTo(1);
    assertThat(keys()).containsExactly(object(run, second.getFirst(), 2));
  }

  @Test
  void many_runs_are_swept_at_once() {
    List<RunId> runs = ended(100);
    assertThat(sweep().sweep()).isEqualTo(runs.size());
    assertThat(keys()).isEmpty();
  }

  @Test
  void a_run_whose_objects_cannot_be_listed_holds_up_no_other_and_is_tried_again() {
    List<RunId> runs = ended(3);
    String broken = "runs/%s/".formatted(runs.getFirst());
    Consumer<String> fail =
        prefix -> {
          if (prefix.equals(broken)) {
            throw Problem.of(StorageError.STORAGE_UNAVAILABLE, "broken on purpose").exception();
          }
        };
    assertThat(sweep(fail).sweep()).isEqualTo(2);
    assertThatThrownBy(() -> sweep(fail).sweep()).hasMessageContaining("broken on purpose");
    assertThat(sweep().sweep()).isEqualTo(1);
  }

  /** Runs that ended a while ago, each with one leftover. */
  private List<RunId> ended(int count) {
    WorkerLease worker = worker("w");
    var runs = new ArrayList<RunId>();
    for (int i = 0; i < count; i++) {
      RunId run = submit(1);
      ClaimedJob job = claimOne(worker);
      put(object(run, job, 1));
      complete(worker, job);
      runs.add(run);
    }
    time.advance(LATER);
    return runs;
  }

  private static String object(RunId run, ClaimedJob job, int epoch) {
    return "runs/%s/%s/part.e%d.parquet".formatted(run, job.id(), epoch);
  }

  private void put(String key) {
    objects.put(ObjectKey.of(key), Content.of(new byte[] {1}));
  }

  private List<String> keys() {
    return objects.list("", null, 1000).objects().stream().map(o -> o.key().value()).toList();
  }
}
