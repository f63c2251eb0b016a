package dev.tidemill.jobs.model;

import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.job.JobLimits;
import dev.tidemill.core.job.JobType;
import dev.tidemill.core.job.Output;
import dev.tidemill.core.job.Queue;
import dev.tidemill.jobs.Claim;
import dev.tidemill.jobs.ClaimRequest;
import dev.tidemill.jobs.JobSpec;
import dev.tidemill.jobs.RunSpec;
import dev.tidemill.jobs.Settlement;
import dev.tidemill.jobs.state.OnJobFailure;
import dev.tidemill.jobs.state.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** Random requests, from small sets of values so that they meet each other. */
final class Wishes {
  private static final List<JobType> TYPES =
      List.of(JobType.of("work"), JobType.of("other"), new JobType("work", 2));
  private static final List<String> CAPABILITIES = List.of("gpu", "big");
  private static final List<String> KEYS = List.of("api", "db");

  private final Random random;

  Wishes(Random random) {
    this.random = random;
  }

  RunSpec run() {
    boolean staged = random.nextBoolean();
    List<JobSpec> execs = jobs(random.nextInt(staged ? 0 : 1, 6), Queue.EXEC);
    RunSpec spec =
        staged
            ? RunSpec.staged("test", jobs(1 + random.nextInt(3), Queue.STAGE), execs)
            : RunSpec.of("test", execs);
    if (random.nextBoolean()) {
      spec = spec.onJobFailure(OnJobFailure.LET_FINISH);
    }
    if (random.nextInt(4) == 0) {
      spec = spec.deadline(Duration.ofSeconds(random.nextInt(1, 100)));
    }
    if (random.nextInt(3) == 0) {
      spec = spec.keyLimits(Map.of(pick(KEYS), random.nextInt(1, 3)));
    }
    if (random.nextInt(8) == 0) {
      spec = spec.tenant("second");
    }
    return spec;
  }

  /** Under few keys and of few kinds, so that some are the same and some are not. */
  RunSpec again() {
    RunSpec spec = RunSpec.of("test", List.of(JobSpec.of(JobType.of("work"), "{}")));
    if (random.nextInt(3) == 0) {
      spec = spec.keyLimits(Map.of("api", random.nextInt(1, 3)));
    }
    if (random.nextInt(3) == 0) {
      spec = spec.spec("{\"other\":1}");
    }
    return spec.idempotencyKey("once-" + random.nextInt(2));
  }

  private List<JobSpec> jobs(int count, Queue queue) {
    var jobs = new ArrayList<JobSpec>();
    for (int i = 0; i < count; i++) {
      jobs.add(job(random.nextInt(6) == 0 ? pick(List.of(Queue.values())) : queue));
    }
    return jobs;
  }

  private JobSpec job(Queue queue) {
    JobSpec job =
        JobSpec.of(
                random.nextInt(4) == 0 ? pick(TYPES) : TYPES.getFirst(),
                "{\"n\":" + random.nextInt(9) + "}")
            .queue(queue)
            .limits(
                new JobLimits(Duration.ofMillis(random.nextInt(3) * 1500L), 1 + random.nextInt(3)));
    if (random.nextInt(3) == 0) {
      job = job.priority(random.nextInt(98, 102));
    }
    if (random.nextInt(3) == 0) {
      job = job.key(pick(KEYS));
    }
    if (random.nextInt(6) == 0) {
      job = job.requires(pick(CAPABILITIES), pick(CAPABILITIES));
    }
    if (random.nextInt(5) == 0) {
      job = job.delay(Duration.ofMillis(random.nextInt(8000)));
    }
    return job;
  }

  ClaimRequest claim() {
    Set<JobType> types = random.nextInt(3) == 0 ? Set.of(pick(TYPES)) : Set.copyOf(TYPES);
    var capabilities = new HashSet<String>();
    CAPABILITIES.stream().filter(c -> random.nextBoolean()).forEach(capabilities::add);
    return new ClaimRequest(
        pick(List.of(Queue.values())), random.nextInt(1, 6), types, capabilities);
  }

  Settlement settlement(Claim claim, Stage stage) {
    return switch (random.nextInt(12)) {
      case 0 -> new Settlement.Parked(claim, Duration.ofSeconds(random.nextInt(20)), "{\"p\":1}");
      case 1 -> new Settlement.HandedBack(claim, random.nextBoolean() ? null : "{\"h\":1}");
      case 2 -> new Settlement.Stopped(claim);
      case 3, 4 -> failed(claim, true);
      case 5 -> failed(claim, random.nextInt(3) > 0);
      case 6 ->
          stage == Stage.CHUNK || random.nextInt(4) == 0
              ? restaged(claim)
              : completed(claim, stage);
      default -> completed(claim, stage);
    };
  }

  private Settlement failed(Claim claim, boolean retryable) {
    Problem problem = Problem.of(CoreError.UNAVAILABLE, "broken " + random.nextInt(9) + " \0");
    return new Settlement.Failed(
        claim, problem, retryable, Duration.ofMillis(random.nextInt(4000)));
  }

  private Settlement restaged(Claim claim) {
    Problem problem = Problem.of(CoreError.UNAVAILABLE, "gone " + random.nextInt(9));
    return new Settlement.Restaged(claim, problem, Duration.ofMillis(random.nextInt(4000)));
  }

  private Settlement completed(Claim claim, Stage stage) {
    var outputs = new ArrayList<Output>();
    for (int i = random.nextInt(6) - 4; i > 0; i--) {
      String name = "part-" + random.nextInt(12);
      outputs.add(new Output(name, name + "." + claim.epoch(), random.nextInt(9), 1, "sum"));
    }
    boolean plan = stage == Stage.PLAN || random.nextInt(30) == 0;
    List<JobSpec> children = plan ? jobs(random.nextInt(4), Queue.STAGE) : List.of();
    return new Settlement.Completed(
        claim, outputs, children, random.nextBoolean() ? null : "{\"rows\":1}");
  }

  <T> T pick(List<T> from) {
    return from.get(random.nextInt(from.size()));
  }

  /** Mostly one of the last. */
  <T> T recent(List<T> from) {
    int back = (int) Math.min(from.size() - 1, Math.abs(random.nextGaussian()) * 5);
    return from.get(from.size() - 1 - back);
  }
}
