package dev.tidemill.jobs.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.job.Epoch;
import dev.tidemill.core.job.JobId;
import dev.tidemill.core.job.JobLimits;
import dev.tidemill.core.job.JobType;
import dev.tidemill.core.job.Output;
import dev.tidemill.core.job.Queue;
import dev.tidemill.core.job.RunId;
import dev.tidemill.jobs.Claim;
import dev.tidemill.jobs.ClaimRequest;
import dev.tidemill.jobs.ClaimedJob;
import dev.tidemill.jobs.Heartbeat;
import dev.tidemill.jobs.HeartbeatAnswer;
import dev.tidemill.jobs.JobSpec;
import dev.tidemill.jobs.RunSpec;
import dev.tidemill.jobs.Settlement;
import dev.tidemill.jobs.state.OnJobFailure;
import dev.tidemill.jobs.state.Stage;
import dev.tidemill.jobs.state.WorkerStatus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Tag;

/** What was written can be read back, whatever it was. */
@Tag("J12")
class JsonProperties {

  @Property
  void durations_keep_every_nanosecond(
      @ForAll @LongRange(min = 0, max = 315_000_000) long seconds,
      @ForAll @LongRange(min = 0, max = 999_999_999) long nanos) {
    Duration duration = Duration.ofSeconds(seconds, nanos);
    var node = Json.object().put("d_seconds", Times.seconds(duration));
    assertThat(Fields.of(wire(node)).seconds("d_seconds")).isEqualTo(duration);
  }

  @Property
  void a_claimed_job_arrives_to_the_letter(
      @ForAll String payload, @ForAll String checkpoint, @ForAll("durations") Duration timeout) {
    var job =
        new ClaimedJob(
            new JobId(7),
            new RunId(8),
            Stage.CHUNK,
            3,
            new JobType("work", 2),
            new Epoch(9),
            1,
            4,
            timeout,
            payload,
            checkpoint.isEmpty() ? null : checkpoint);
    assertThat(ClaimJson.readJob(Fields.of(wire(ClaimJson.write(job))))).isEqualTo(job);
  }

  @Property
  void a_settlement_arrives_as_it_was_sent(@ForAll("settlements") Settlement settlement) {
    Settlement arrived = SettlementJson.read(Fields.of(wire(SettlementJson.write(settlement))));
    if (settlement instanceof Settlement.Failed sent) {
      var failed = (Settlement.Failed) arrived;
      assertThat(failed.problem().code().name()).isEqualTo(sent.problem().code().name());
      assertThat(failed.problem().message()).isEqualTo(sent.problem().message());
      assertThat(failed.problem().next()).isEqualTo(sent.problem().next());
      assertThat(failed.delay()).isEqualTo(sent.delay());
      assertThat(failed.retryable()).isEqualTo(sent.retryable());
    } else {
      assertThat(arrived).isEqualTo(settlement);
    }
  }

  @Property
  void a_sign_of_life_and_its_answer_arrive(
      @ForAll("claims") List<Claim> held, @ForAll String doing) {
    var looking = new ClaimRequest(Queue.EXEC, 3, Set.of(new JobType("work", 2)), Set.of("gpu"));
    var beat = new Heartbeat(WorkerStatus.DRAINING, held, List.of(looking), doing);
    assertThat(HeartbeatJson.read(Fields.of(wire(HeartbeatJson.write(beat))))).isEqualTo(beat);
    var answer = new HeartbeatAnswer(false, true, held, List.of(), held, Set.of(Queue.STAGE), true);
    assertThat(HeartbeatJson.readAnswer(Fields.of(wire(HeartbeatJson.write(answer)))))
        .isEqualTo(answer);
  }

  @Property
  void a_submission_arrives_as_it_was_asked_for(
      @ForAll("jobs") List<JobSpec> plans,
      @ForAll("jobs") List<JobSpec> execs,
      @ForAll("durations") Duration deadline,
      @ForAll OnJobFailure policy) {
    if (plans.isEmpty() && execs.isEmpty()) {
      return;
    }
    var run =
        new RunSpec(
            "tenant",
            "kind",
            "{\"recipe\":[1.10,null]}",
            plans,
            execs,
            policy,
            deadline,
            "once",
            Map.of("key", 3));
    JsonNode sent = wire(SubmissionJson.write(run));
    assertThat(SubmissionJson.read(Fields.of(sent), "tenant", null)).isEqualTo(run);
  }

  @Provide
  Arbitrary<Duration> durations() {
    return Arbitraries.longs()
        .between(0, 10_000_000_000L)
        .map(Duration::ofMillis)
        .filter(d -> d.toDays() < 3000);
  }

  @Provide
  Arbitrary<List<Claim>> claims() {
    return Arbitraries.longs()
        .between(1, 1_000_000)
        .map(n -> new Claim(new JobId(n), new RunId(n + 1), new Epoch(n % 7)))
        .list()
        .ofMaxSize(5);
  }

  @Provide
  Arbitrary<List<JobSpec>> jobs() {
    Arbitrary<String> payloads = Arbitraries.of("{}", "[1,2.50]", "\"text\"", "7", "{\"a\":null}");
    return Combinators.combine(
            payloads,
            durations(),
            Arbitraries.of(Queue.values()),
            Arbitraries.integers(),
            Arbitraries.of("k", "l").injectNull(0.5))
        .as(
            (payload, delay, queue, priority, key) ->
                JobSpec.of(new JobType("work", 3), payload)
                    .queue(queue)
                    .delay(delay)
                    .priority(priority)
                    .key(key)
                    .requires("gpu", "big")
                    .limits(new JobLimits(delay, 5)))
        .list()
        .ofMaxSize(4);
  }

  @Provide
  Arbitrary<Settlement> settlements() {
    var claim = new Claim(new JobId(1), new RunId(2), new Epoch(3));
    Arbitrary<String> texts = Arbitraries.strings().ofMaxLength(20);
    return Arbitraries.oneOf(
        Combinators.combine(jobs(), texts)
            .as(
                (children, result) ->
                    new Settlement.Completed(
                        claim,
                        List.of(new Output("a", "b.e3", 1, 2, "sum")),
                        children,
                        result.isEmpty() ? null : result)),
        Combinators.combine(durations(), texts)
            .as((delay, text) -> new Settlement.Parked(claim, delay, text)),
        Combinators.combine(durations(), texts, Arbitraries.of(true, false))
            .as(
                (delay, text, retryable) ->
                    new Settlement.Failed(
                        claim,
                        Problem.of(CoreError.CONFLICT, text).next("do " + text),
                        retryable,
                        delay)),
        texts.injectNull(0.3).map(text -> new Settlement.HandedBack(claim, text)),
        Arbitraries.just(new Settlement.Stopped(claim)));
  }

  /** Over the wire and back. */
  private static JsonNode wire(JsonNode node) {
    return Json.read(Json.write(node).getBytes(UTF_8));
  }
}
