package dev.tidemill.jobs.json;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemill.jobs.JobSpec;
import dev.tidemill.jobs.RunSpec;
import dev.tidemill.jobs.state.OnJobFailure;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A run as it is asked for: one job, {@code count} of the same, or a list of {@code jobs}, which
 * take from the outer object what they do not say themselves. Whose it is comes from the token.
 */
public final class SubmissionJson {
  private static final int MOST_OF_THE_SAME = 1_000_000;
  private static final String KIND = "jobs";

  private SubmissionJson() {}

  /**
   * @param idempotencyKey from the header, if there was one
   */
  public static RunSpec read(Fields run, String tenant, @Nullable String idempotencyKey) {
    List<JobSpec> jobs = jobs(run);
    List<JobSpec> plans = list(run, "plans", JobSpecJson.defaults(run));
    if (jobs.isEmpty() && plans.isEmpty()) {
      throw run.missing("type");
    }
    String key = run.textOrNull("idempotency_key");
    String spec = Json.text(run.value("spec"));
    var read =
        new RunSpec(
            tenant,
            run.text("kind", KIND),
            spec == null ? "{}" : spec,
            plans,
            jobs,
            run.word("on_job_failure", OnJobFailure.class, OnJobFailure.CANCEL_REST),
            run.seconds("deadline_seconds", Duration.ZERO),
            key == null ? idempotencyKey : key,
            limits(run));
    run.noMore();
    return read;
  }

  public static ObjectNode write(RunSpec run) {
    ObjectNode node = Json.object().put("kind", run.kind());
    node.set("spec", Json.embed(run.spec()));
    node.put("on_job_failure", run.onJobFailure().word())
        .put("deadline_seconds", Times.seconds(run.deadline()))
        .put("idempotency_key", run.idempotencyKey());
    ObjectNode limits = node.putObject("limits");
    run.keyLimits().forEach(limits::put);
    if (!run.plans().isEmpty()) {
      node.set("plans", Json.array(run.plans().stream().map(JobSpecJson::write).toList()));
    }
    if (run.execs().size() > 1 && run.execs().stream().distinct().count() == 1) {
      // A million of the same need not be written out.
      node.setAll(JobSpecJson.write(run.execs().getFirst()));
      return node.put("count", run.execs().size());
    }
    node.set("jobs", Json.array(run.execs().stream().map(JobSpecJson::write).toList()));
    return node;
  }

  private static List<JobSpec> jobs(Fields run) {
    JobSpecJson.Defaults defaults = JobSpecJson.defaults(run);
    int count = run.number("count", 1, MOST_OF_THE_SAME, 1);
    if (!run.has("jobs")) {
      return run.has("type")
          ? Collections.nCopies(count, JobSpecJson.read(run, defaults))
          : List.of();
    }
    if (run.has("count")) {
      throw JobSpecJson.invalid(run.at("count"), "give either `count` or `jobs`, not both");
    }
    return list(run, "jobs", defaults);
  }

  private static List<JobSpec> list(Fields run, String name, JobSpecJson.Defaults defaults) {
    return run.objects(name).stream()
        .map(
            job -> {
              JobSpec spec = JobSpecJson.read(job, defaults);
              job.noMore();
              return spec;
            })
        .toList();
  }

  private static Map<String, Integer> limits(Fields run) {
    Map<String, Integer> limits = new LinkedHashMap<>();
    if (run.has("limits")) {
      Fields given = run.object("limits");
      for (String key : given.names()) {
        limits.put(key, Math.toIntExact(given.number(key, 1, Integer.MAX_VALUE)));
      }
    }
    return limits;
  }
}
