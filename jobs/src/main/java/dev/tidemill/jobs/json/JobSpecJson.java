package dev.tidemill.jobs.json;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.job.JobLimits;
import dev.tidemill.core.job.JobType;
import dev.tidemill.core.job.Queue;
import dev.tidemill.jobs.JobSpec;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A job as it is asked for. */
final class JobSpecJson {
  private static final int MOST_ATTEMPTS = 1_000;

  private JobSpecJson() {}

  /** What jobs of a list have in common. */
  record Defaults(
      @Nullable String type,
      int version,
      String payload,
      Queue queue,
      JobLimits limits,
      int priority,
      @Nullable String key,
      List<String> requires,
      Duration delay) {
    static final Defaults NONE =
        new Defaults(
            null,
            1,
            "{}",
            Queue.EXEC,
            JobLimits.DEFAULT,
            JobSpec.NORMAL_PRIORITY,
            null,
            List.of(),
            Duration.ZERO);
  }

  static Defaults defaults(Fields run) {
    return over(run, Defaults.NONE);
  }

  static JobSpec read(Fields job, Defaults defaults) {
    Defaults all = over(job, defaults);
    String type = all.type;
    if (type == null) {
      throw job.missing("type");
    }
    return new JobSpec(
        job.make("type", () -> new JobType(type, all.version)),
        all.queue,
        all.payload,
        all.limits,
        all.priority,
        all.key,
        all.requires,
        all.delay);
  }

  static ObjectNode write(JobSpec job) {
    ObjectNode node =
        Json.object()
            .put("type", job.type().name())
            .put("version", job.type().payloadVersion())
            .put("queue", job.queue().word());
    node.set("payload", Json.embed(job.payload()));
    node.put("timeout_seconds", Times.seconds(job.limits().timeout()))
        .put("max_attempts", job.limits().maxAttempts())
        .put("priority", job.priority())
        .put("key", job.key());
    node.set("requires", Json.texts(job.requires()));
    return node.put("delay_seconds", Times.seconds(job.delay()));
  }

  static RuntimeException invalid(String field, String why) {
    return Problem.of(CoreError.INVALID_INPUT, why).field(field).exception();
  }

  private static Defaults over(Fields job, Defaults under) {
    String type = job.textOrNull("type");
    String key = job.textOrNull("key");
    String payload = Json.text(job.value("payload"));
    return new Defaults(
        type == null ? under.type : type,
        job.number("version", 1, Integer.MAX_VALUE, under.version),
        payload == null ? under.payload : payload,
        job.word("queue", Queue.class, under.queue),
        new JobLimits(
            job.seconds("timeout_seconds", under.limits.timeout()),
            job.number("max_attempts", 1, MOST_ATTEMPTS, under.limits.maxAttempts())),
        job.number("priority", Integer.MIN_VALUE, Integer.MAX_VALUE, under.priority),
        key == null ? under.key : key,
        job.has("requires") ? job.texts("requires") : under.requires,
        job.seconds("delay_seconds", under.delay));
  }
}
