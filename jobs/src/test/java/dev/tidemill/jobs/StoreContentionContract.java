package dev.tidemill.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.core.error.TidemillException;
import dev.tidemill.core.job.RunId;
import dev.tidemill.jobs.state.Tally;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Many at once: no job is held twice, no two transactions wait for each other, counters stay true.
 */
@Tag("J3")
@Tag("J12")
public abstract class StoreContentionContract extends StoreContract {
  private static final int THREADS = 8;

  @Test
  void a_job_is_never_given_to_two_at_once() {
    submit(400);
    Set<Claim> taken = ConcurrentHashMap.newKeySet();
    var actions = new ArrayList<AtOnce.Action>();
    for (int i = 0; i < THREADS; i++) {
      WorkerLease worker = worker("w" + i);
      actions.add(
          () -> {
            for (List<ClaimedJob> jobs = claim(worker, 7);
                !jobs.isEmpty();
                jobs = claim(worker, 7)) {
              jobs.forEach(job -> assertThat(taken.add(job.claim())).as("first claim").isTrue());
            }
          });
    }
    AtOnce.run(actions);
    // A claim that met only locked rows may have come back empty early; nothing may be left out.
    WorkerLease last = worker("last");
    claim(last, 400).forEach(job -> assertThat(taken.add(job.claim())).isTrue());
    assertThat(taken).hasSize(400);
    assertThat(store().count("jobs", Map.of("epoch", 1L))).isEqualTo(400);
  }

  @Test
  void claims_settlements_cancels_retries_and_reclaims_at_once_never_block_each_other_for_good() {
    List<RunId> runs = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      runs.add(submit(40));
    }
    var actions = new ArrayList<AtOnce.Action>();
    for (int i = 0; i < THREADS; i++) {
      WorkerLease worker = worker("w" + i);
      var random = new Random(i);
      actions.add(() -> work(worker, random));
    }
    actions.add(() -> meddle(runs, new Random(99)));
    actions.add(
        () -> {
          JobUpkeep upkeep = store().newUpkeep();
          for (int i = 0; i < 50; i++) {
            upkeep.reclaim();
            upkeep.failOverdue();
            upkeep.repairGates();
          }
        });
    AtOnce.run(actions);
    runs.forEach(run -> assertThat(counted(run)).as("%s", run).isEqualTo(view(run).tally()));
  }

  private void work(WorkerLease worker, Random random) {
    for (int round = 0; round < 40; round++) {
      List<ClaimedJob> jobs = claim(worker, 1 + random.nextInt(10));
      leases().heartbeat(worker, Heartbeat.holding(jobs.stream().map(ClaimedJob::claim).toList()));
      var ends = new ArrayList<Settlement>();
      for (ClaimedJob job : jobs) {
        ends.add(
            switch (random.nextInt(10)) {
              case 0 -> failure(job, true);
              case 1 -> new Settlement.HandedBack(job.claim(), null);
              case 2 -> new Settlement.Parked(job.claim(), Duration.ZERO, "{}");
              default -> Settlement.done(job.claim());
            });
      }
      leases().settle(worker, ends);
    }
  }

  private void meddle(List<RunId> runs, Random random) {
    for (int i = 0; i < 40; i++) {
      RunId run = runs.get(random.nextInt(runs.size()));
      intake().cancel(run);
      try {
        intake().retry(run);
      } catch (TidemillException e) {
        assertThat(e.code()).isIn(JobsError.NOTHING_TO_RETRY, JobsError.RUN_STILL_STOPPING);
      }
    }
  }

  private Tally counted(RunId run) {
    Set<Integer> ordinals = new HashSet<>();
    Tally tally = Tally.NONE;
    for (JobView job : intake().jobs(JobFilter.of(run), Page.first(1000))) {
      assertThat(ordinals.add(job.ordinal())).isTrue();
      tally = tally.created(job.stage(), 1);
      if (job.status().ended()) {
        tally = tally.ended(job.stage(), job.status(), 1);
      }
    }
    return tally;
  }
}
