package dev.tidemill.scale.signal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemill.core.job.Queue;
import dev.tidemill.jobs.ClaimedJob;
import dev.tidemill.jobs.Heartbeat;
import dev.tidemill.jobs.JobSpec;
import dev.tidemill.jobs.RunSpec;
import dev.tidemill.jobs.Settlement;
import dev.tidemill.jobs.StoreContract;
import dev.tidemill.jobs.StoreUnderTest;
import dev.tidemill.jobs.Wakeups;
import dev.tidemill.jobs.WorkerHello;
import dev.tidemill.jobs.WorkerLease;
import dev.tidemill.jobs.store.SqlStoreUnderTest;
import dev.tidemill.jobs.store.StoreTransactions;
import dev.tidemill.scale.CapabilitySet;
import dev.tidemill.scale.GroupId;
import dev.tidemill.scale.Reading;
import dev.tidemill.scale.control.ControlEvent.Activity;
import dev.tidemill.schedule.ScheduleSpec;
import dev.tidemill.schedule.store.SqlSchedules;
import dev.tidemill.schedule.timing.Every;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What every database must say of the same work. */
@Tag("S1")
abstract class SignalsContract extends StoreContract {

  protected abstract SqlStoreUnderTest openSql();

  @Override
  protected final StoreUnderTest openStore() {
    return openSql();
  }

  protected final StoreTransactions transactions() {
    return new StoreTransactions(((SqlStoreUnderTest) store()).store(), Wakeups.NONE);
  }

  private FleetSignals read() {
    return new SqlSignals(transactions(), Duration.ofMinutes(1)).read();
  }

  private WorkSignals exec() {
    return of(read(), CapabilitySet.NONE);
  }

  private static WorkSignals of(FleetSignals signals, CapabilitySet needs) {
    return signals.work().stream()
        .filter(work -> work.queue() == Queue.EXEC && work.needs().equals(needs))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void where_nothing_is_to_do_every_queue_says_so() {
    FleetSignals signals = read();
    assertThat(signals.work()).hasSize(Queue.values().length);
    assertThat(signals.work())
        .allSatisfy(
            work -> {
              assertThat(work.waiting() + work.inFlight() + work.dueParked()).isZero();
              assertThat(work.pace().duration()).isInstanceOf(Reading.Unknown.class);
            });
    assertThat(signals.saturation()).isInstanceOf(Reading.Unknown.class);
  }

  @Test
  void what_waits_is_counted_by_what_it_needs_and_what_is_not_due_is_not() {
    submit(3);
    intake().submit(RunSpec.of("test", List.of(job().requires("gpu", "big"))));
    intake().submit(RunSpec.of("test", List.of(job().delay(Duration.ofHours(1)))));
    time.advance(Duration.ofSeconds(7));

    FleetSignals signals = read();
    assertThat(of(signals, CapabilitySet.NONE).waiting()).isEqualTo(3);
    assertThat(of(signals, CapabilitySet.NONE).oldestWait()).isEqualTo(Duration.ofSeconds(7));
    assertThat(of(signals, CapabilitySet.of("gpu", "big")).waiting()).isEqualTo(1);
  }

  @Test
  void what_is_claimed_runs_and_its_worker_is_busy() {
    submit(3);
    WorkerLease busy = worker("busy");
    worker("idle");
    claim(busy, 2);

    FleetSignals signals = read();
    assertThat(of(signals, CapabilitySet.NONE).waiting()).isEqualTo(1);
    assertThat(of(signals, CapabilitySet.NONE).inFlight()).isEqualTo(2);
    assertThat(signals.workers()).extracting(WorkerSignals::held).containsExactly(2, 0);
    assertThat(signals.saturation()).isEqualTo(Reading.of(0.1));
  }

  @Test
  @Tag("S8")
  void a_parked_job_counts_again_when_it_is_due() {
    submit(1);
    WorkerLease worker = worker("w");
    settle(worker, new Settlement.Parked(claimOne(worker).claim(), Duration.ofMinutes(1), "{}"));
    assertThat(exec().dueParked()).isZero();
    assertThat(exec().waiting()).isZero();

    time.advance(Duration.ofMinutes(1));
    assertThat(exec().dueParked()).isEqualTo(1);
    assertThat(exec().waiting()).isZero();
  }

  @Test
  void jobs_of_a_full_key_do_not_call_for_workers_who_could_not_claim_them() {
    intake().submit(RunSpec.of("test", keyed(5)).keyLimits(Map.of("api", 2)));
    assertThat(exec().waiting()).isEqualTo(5);
    claim(worker("w"), 10);

    assertThat(exec().waiting()).isZero();
    assertThat(exec().inFlight()).isEqualTo(2);
  }

  @Test
  void a_count_that_stops_early_says_so_and_is_never_none() {
    submit(5);
    var capped = new SqlSignals(transactions(), Duration.ofMinutes(1), 3);
    assertThat(of(capped.read(), CapabilitySet.NONE).waiting()).isEqualTo(3);
    assertThat(of(capped.read(), CapabilitySet.NONE).capped()).isTrue();
    assertThat(exec().capped()).isFalse();

    store().wipe();
    intake().submit(RunSpec.of("test", keyed(5)).keyLimits(Map.of("api", 1)));
    claim(worker("w"), 1);
    assertThat(of(capped.read(), CapabilitySet.NONE).waiting())
        .as("behind the jobs of a full key others may wait")
        .isEqualTo(1);
  }

  @Test
  void pace_comes_from_what_ended_and_came_lately() {
    submit(6);
    WorkerLease worker = worker("w");
    List<ClaimedJob> first = claim(worker, 2);
    time.advance(Duration.ofSeconds(10));
    first.forEach(job -> complete(worker, job));
    ClaimedJob back = claimOne(worker);
    settle(worker, new Settlement.HandedBack(back.claim(), null));

    assertThat(exec().pace().duration())
        .as("what was handed back says nothing of how long it takes")
        .isEqualTo(Reading.of(Duration.ofSeconds(10)));
    assertThat(exec().pace().arrivals()).isEqualTo(Reading.of(0.1));
    time.advance(Duration.ofMinutes(2));
    assertThat(exec().pace().arrivals()).isEqualTo(Reading.of(0.0));
  }

  @Test
  void a_worker_that_has_been_silent_for_its_lease_is_not_there() {
    worker("w");
    assertThat(read().workers()).hasSize(1);
    time.advance(LEASE);
    assertThat(read().workers()).isEmpty();
  }

  @Test
  @Tag("S5")
  void groups_are_known_by_their_workers_with_what_remains_to_be_done() {
    submit(2);
    WorkerLease done = member("a-0", "a");
    ClaimedJob first = claimOne(done);
    time.advance(Duration.ofSeconds(10));
    complete(done, first);
    claim(member("b-0", "b"), 1);
    member("b-1", "b");
    time.advance(Duration.ofSeconds(4));

    Map<GroupId, Activity> groups = read().activity();
    assertThat(groups.get(new GroupId("a")))
        .isEqualTo(new Activity(1, 0, Reading.of(Duration.ZERO)));
    assertThat(groups.get(new GroupId("b")))
        .isEqualTo(new Activity(1, 1, Reading.of(Duration.ofSeconds(6))));
  }

  @Test
  void one_who_drains_offers_no_slots() {
    WorkerLease worker = worker("w");
    assertThat(read().slots()).isEqualTo(10);
    fleet().drain("w");
    leases().heartbeat(worker, Heartbeat.holding(List.of()));
    assertThat(read().slots()).isZero();
    assertThat(read().workers()).hasSize(1);
  }

  @Test
  @Tag("S8")
  void jobs_that_a_schedule_starts_shortly_are_announced() {
    var schedules = new SqlSchedules(transactions(), RunSpec.DEFAULT_TENANT);
    RunSpec three = RunSpec.of("test", jobs(3));
    schedules.put(ScheduleSpec.of("soon", new Every(Duration.ofMinutes(10)), three));
    assertThat(exec().dueSoon()).isZero();
    time.advance(Duration.ofMinutes(9).plusSeconds(30));

    assertThat(exec().dueSoon()).isEqualTo(3);
    schedules.pause("soon");
    assertThat(exec().dueSoon()).isZero();
  }

  @Test
  void a_need_that_no_adapter_could_name_hides_nothing_else() {
    submit(2);
    intake().submit(RunSpec.of("test", List.of(job().requires("a,b"))));
    assertThat(exec().waiting()).isEqualTo(2);
    assertThat(of(read(), CapabilitySet.of("a;b")).waiting()).isEqualTo(1);
  }

  @Test
  void what_cannot_be_read_is_an_error_and_not_nothing() {
    store().away(true);
    try {
      assertThatThrownBy(this::read).isInstanceOf(RuntimeException.class);
    } finally {
      store().away(false);
    }
  }

  private static List<JobSpec> keyed(int count) {
    var keyed = new ArrayList<JobSpec>();
    jobs(count).forEach(job -> keyed.add(job.key("api")));
    return keyed;
  }

  private WorkerLease member(String name, String group) {
    WorkerLease lease =
        leases()
            .register(
                new WorkerHello(
                    UUID.randomUUID().toString(),
                    name,
                    group,
                    "host",
                    1,
                    "test",
                    4,
                    List.of(),
                    List.of("work"),
                    LEASE));
    leases().heartbeat(lease, Heartbeat.holding(List.of()));
    return lease;
  }
}
