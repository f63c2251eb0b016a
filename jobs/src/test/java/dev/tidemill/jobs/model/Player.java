package dev.tidemill.jobs.model;

import dev.tidemill.core.error.TidemillException;
import dev.tidemill.core.job.Epoch;
import dev.tidemill.core.job.JobId;
import dev.tidemill.core.job.Queue;
import dev.tidemill.core.job.RunId;
import dev.tidemill.jobs.Claim;
import dev.tidemill.jobs.ClaimedJob;
import dev.tidemill.jobs.Heartbeat;
import dev.tidemill.jobs.HeartbeatAnswer;
import dev.tidemill.jobs.JobFilter;
import dev.tidemill.jobs.JobLines;
import dev.tidemill.jobs.Page;
import dev.tidemill.jobs.RunFilter;
import dev.tidemill.jobs.Settlement;
import dev.tidemill.jobs.StoreUnderTest;
import dev.tidemill.jobs.WorkerHello;
import dev.tidemill.jobs.WorkerLease;
import dev.tidemill.jobs.state.Stage;
import dev.tidemill.jobs.state.WorkerStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** Does commands to one store and remembers what it was given, as its users would. */
final class Player {
  private final StoreUnderTest store;
  private final Names names;
  private final List<RunId> runs = new ArrayList<>();
  private final List<WorkerLease> leases = new ArrayList<>();
  private final List<Hand> claims = new ArrayList<>();
  private int incarnations;

  private record Hand(WorkerLease lease, ClaimedJob job) {}

  /**
   * @param hints queues that a heartbeat told of; a store may leave some out
   * @param rows all tables afterwards
   */
  record Answer(String text, Set<Queue> hints, Map<String, List<String>> rows) {}

  Player(StoreUnderTest store) {
    this.store = store;
    this.names = new Names(store);
  }

  Answer play(Command command) {
    Object answer;
    try {
      answer = answer(command.kind(), command.random());
    } catch (TidemillException e) {
      answer = "refused: " + e.code().name();
    }
    Map<String, List<String>> rows = names.dump();
    if (answer instanceof HeartbeatAnswer told) {
      return new Answer(heartbeat(told), told.due(), rows);
    }
    String text =
        answer instanceof Set<?> set
            ? names.sorted(set.stream()).toString()
            : names.text(answer.toString());
    return new Answer(text.replaceAll("WorkerView\\[id=\\d+", "WorkerView["), Set.of(), rows);
  }

  private Object answer(Command.Kind kind, Random random) {
    var wishes = new Wishes(random);
    return switch (kind) {
      case SUBMIT -> submit(wishes, random);
      case REGISTER -> register(random);
      case AGAIN -> !runs.isEmpty() ? keep(store.intake().again(wishes.recent(runs)).run()) : "";
      case CANCEL -> !runs.isEmpty() ? store.intake().cancel(wishes.recent(runs)) : "";
      case RETRY_RUN -> !runs.isEmpty() ? store.intake().retry(wishes.recent(runs)) : "";
      case RETRY_JOB ->
          !claims.isEmpty() ? store.intake().retry(wishes.recent(claims).job.id()) : "";
      case DRAIN -> store.fleet().drain(name(random));
      case UNDRAIN -> store.fleet().undrain(name(random));
      case TURN -> store.upkeep().turn(Duration.ofSeconds(5));
      case DUE -> store.upkeep().due();
      case RECLAIM -> store.upkeep().reclaim();
      case OVERDUE -> store.upkeep().failOverdue();
      case REPAIR -> store.upkeep().repairGates();
      case RETAIN -> store.upkeep().retain(Duration.ofSeconds(random.nextInt(600)));
      case VIEWS -> views(wishes, random);
      case TIME_PASSES, CLOCK_JUMPS, SILENCE -> "";
      case CLAIM, HEARTBEAT, SETTLE, LOG, STOP ->
          leases.isEmpty() ? "" : worker(kind, random, wishes);
    };
  }

  private Object worker(Command.Kind kind, Random random, Wishes wishes) {
    WorkerLease lease = wishes.recent(leases);
    return switch (kind) {
      case CLAIM -> {
        List<ClaimedJob> jobs = store.leases().claim(lease, wishes.claim());
        jobs.forEach(job -> claims.add(new Hand(lease, job)));
        yield jobs;
      }
      case HEARTBEAT -> beat(lease, wishes, random);
      case SETTLE -> {
        Hand hand = claims.isEmpty() ? null : wishes.recent(claims);
        yield hand == null ? "" : settle(hand, wishes, random);
      }
      case LOG -> {
        if (!claims.isEmpty()) {
          Hand hand = wishes.recent(claims);
          store.leases().log(hand.lease, List.of(new JobLines(hand.job.claim(), List.of("a\0"))));
        }
        yield "";
      }
      default -> {
        store.leases().stop(lease);
        yield "";
      }
    };
  }

  private Object submit(Wishes wishes, Random random) {
    var submitted = store.intake().submit(random.nextInt(6) == 0 ? wishes.again() : wishes.run());
    keep(submitted.run());
    return submitted;
  }

  private RunId keep(RunId run) {
    if (!runs.contains(run)) {
      runs.add(run);
    }
    return run;
  }

  private Object register(Random random) {
    // Now and then the answer to the last one was lost.
    boolean repeated = incarnations > 0 && random.nextInt(6) == 0;
    incarnations += repeated ? 0 : 1;
    WorkerLease lease =
        store
            .leases()
            .register(
                new WorkerHello(
                    "incarnation-" + incarnations,
                    name(random),
                    null,
                    "host",
                    1,
                    "test",
                    4,
                    List.of("gpu"),
                    List.of("work:1", "other:1"),
                    Duration.ofSeconds(random.nextInt(3) == 0 ? 40 : 15)));
    if (leases.stream().noneMatch(known -> known.id() == lease.id())) {
      leases.add(lease);
    }
    return lease.name();
  }

  /** A sign of life of every worker but some, for when time passes. */
  void beatSome(Random random) {
    for (WorkerLease lease : leases) {
      if (random.nextInt(3) > 0) {
        store.leases().heartbeat(lease, Heartbeat.holding(List.of()));
      }
    }
  }

  private Object beat(WorkerLease lease, Wishes wishes, Random random) {
    var held = new ArrayList<Claim>();
    for (int i = random.nextInt(4); i > 0 && !claims.isEmpty(); i--) {
      Claim claim = wishes.recent(claims).job.claim();
      if (!held.contains(claim)) {
        held.add(claim);
      }
    }
    WorkerStatus status =
        random.nextInt(6) == 0 ? wishes.pick(WorkerStatus.LIVE) : WorkerStatus.ACTIVE;
    return store
        .leases()
        .heartbeat(lease, new Heartbeat(status, held, List.of(wishes.claim()), "[]"));
  }

  private Object settle(Hand first, Wishes wishes, Random random) {
    WorkerLease lease = random.nextInt(8) == 0 ? wishes.recent(leases) : first.lease;
    var batch = new ArrayList<Settlement>();
    batch.add(wishes.settlement(first.job.claim(), first.job.stage()));
    for (int i = random.nextInt(4); i > 0; i--) {
      Hand hand = wishes.recent(claims);
      batch.add(wishes.settlement(hand.job.claim(), hand.job.stage()));
    }
    if (random.nextInt(10) == 0) {
      batch.add(batch.getFirst());
    }
    if (random.nextInt(10) == 0) {
      Claim claim = first.job.claim();
      var wrong = new Claim(new JobId(9_999_999), claim.run(), new Epoch(1));
      batch.add(wishes.settlement(wrong, Stage.PLAN));
    }
    return store.leases().settle(lease, batch);
  }

  private Object views(Wishes wishes, Random random) {
    var views = new ArrayList<Object>();
    views.add(names.sorted(store.fleet().waiting().stream()));
    views.add(store.fleet().workers(random.nextBoolean()));
    views.add(store.intake().runs(RunFilter.ALL, Page.first(3)));
    if (!runs.isEmpty()) {
      RunId run = wishes.recent(runs);
      views.add(store.intake().jobs(JobFilter.of(run), Page.first(5)));
      views.add(store.intake().outputs(run, "part-1", 5).stream().map(Object::toString).toList());
    }
    if (!claims.isEmpty()) {
      JobId job = wishes.recent(claims).job.id();
      views.add(store.intake().find(job));
      views.add(store.intake().attempts(job));
    }
    return views;
  }

  private String heartbeat(HeartbeatAnswer told) {
    return "leaseLost=%s drain=%s lost=%s cancel=%s stray=%s upkeepDue=%s"
        .formatted(
            told.leaseLost(),
            told.drain(),
            names.sorted(told.lost().stream()),
            names.sorted(told.cancel().stream()),
            names.sorted(told.stray().stream()),
            told.upkeepDue());
  }

  private static String name(Random random) {
    return "worker-" + (char) ('a' + random.nextInt(3));
  }
}
