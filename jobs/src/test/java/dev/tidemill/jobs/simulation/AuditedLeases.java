package dev.tidemill.jobs.simulation;

import dev.tidemill.core.error.TidemillException;
import dev.tidemill.jobs.Claim;
import dev.tidemill.jobs.ClaimRequest;
import dev.tidemill.jobs.ClaimedJob;
import dev.tidemill.jobs.Heartbeat;
import dev.tidemill.jobs.HeartbeatAnswer;
import dev.tidemill.jobs.JobLeases;
import dev.tidemill.jobs.JobView;
import dev.tidemill.jobs.SettleAnswer;
import dev.tidemill.jobs.Settlement;
import dev.tidemill.jobs.WorkerHello;
import dev.tidemill.jobs.WorkerLease;
import dev.tidemill.jobs.state.JobStatus;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What workers ask of the store, at the moment it happens there, with what must be true of it. */
final class AuditedLeases {
  private final World world;
  private final JobLeases store;
  private final Map<Claim, Accepted> accepted = new HashMap<>();
  private final Map<Long, Duration> heardOf = new HashMap<>();

  private static final String HANDED_BACK = "handed_back";

  private record Accepted(long lease, String outcome) {}

  AuditedLeases(World world, JobLeases store) {
    this.world = world;
    this.store = store;
  }

  /** Empty when the name is still taken. */
  Optional<WorkerLease> register(WorkerHello hello) {
    try {
      WorkerLease lease = store.register(hello);
      heardOf.put(lease.id(), world.time.monotonic());
      return Optional.of(lease);
    } catch (TidemillException e) {
      return Optional.empty();
    }
  }

  List<ClaimedJob> claim(WorkerLease lease, ClaimRequest request) {
    List<ClaimedJob> jobs = store.claim(lease, request);
    world.audit.require(jobs.size() <= request.max(), "claimed more than asked for");
    for (ClaimedJob job : jobs) {
      world.story.tell("%s claims %s %s", lease.name(), job.id(), job.epoch());
      JobView before = world.audit.before(job.id());
      world.audit.require(before.status() != JobStatus.CLAIMED, "%s has two holders", job.id());
      world.audit.require(job.epoch().value() == before.epoch().value() + 1, "%s: epoch", job);
      world.audit.require(request.types().contains(job.type()), "%s: type", job);
      world.audit.require(request.capabilities().containsAll(before.requires()), "%s: needs", job);
    }
    world.audit.look();
    return jobs;
  }

  HeartbeatAnswer heartbeat(WorkerLease lease, Heartbeat beat) {
    HeartbeatAnswer answer = store.heartbeat(lease, beat);
    if (!answer.leaseLost()) {
      heardOf.put(lease.id(), world.time.monotonic());
    }
    return answer;
  }

  List<SettleAnswer> settle(WorkerLease lease, List<Settlement> batch) {
    List<SettleAnswer> answers = store.settle(lease, batch);
    for (int i = 0; i < batch.size(); i++) {
      settled(lease, batch.get(i), answers.get(i));
    }
    world.audit.look();
    return answers;
  }

  private void settled(WorkerLease lease, Settlement settlement, SettleAnswer answer) {
    Claim claim = settlement.claim();
    world.story.tell(
        "%s settles %s %s %s: %s",
        lease.name(), claim.job(), claim.epoch(), settlement.outcome(), answer);
    var mine = new Accepted(lease.id(), settlement.outcome());
    Accepted before = accepted.get(claim);
    if (answer == SettleAnswer.ACCEPTED) {
      world.audit.require(before == null, "%s was settled twice", claim);
      JobView job = world.audit.before(claim.job());
      world.audit.require(
          job.epoch().equals(claim.epoch()), "%s settled, held is %s", claim, job.epoch());
      world.audit.require(lease.name().equals(job.worker()), "%s settled by %s", claim, lease);
      accepted.put(claim, mine);
      world.audit.settled(settlement);
    } else if (mine.equals(before)) {
      world.audit.require(answer == SettleAnswer.ALREADY_YOURS, "%s again: %s", claim, answer);
    } else {
      world.audit.require(answer == SettleAnswer.LOST, "%s is not theirs: %s", claim, answer);
    }
  }

  boolean leave(WorkerLease lease) {
    world.story.tell("%s has left", lease.name());
    List<Claim> held = world.audit.heldBy(lease.name());
    store.stop(lease);
    world.audit.look();
    // What was held is handed back; a settlement that was on its way may say the same later.
    held.removeAll(world.audit.heldBy(lease.name()));
    held.forEach(claim -> accepted.put(claim, new Accepted(lease.id(), HANDED_BACK)));
    return true;
  }

  /** How long a worker has not been heard of, by a stopwatch. */
  Duration silence(long lease) {
    return world.time.monotonic().minus(heardOf.getOrDefault(lease, Duration.ZERO));
  }
}
