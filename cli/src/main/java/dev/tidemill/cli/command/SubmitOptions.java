package dev.tidemill.cli.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tidemill.core.config.ConfigType;
import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.job.JobLimits;
import dev.tidemill.core.job.JobType;
import dev.tidemill.jobs.JobSpec;
import dev.tidemill.jobs.RunSpec;
import dev.tidemill.jobs.json.Words;
import dev.tidemill.jobs.state.OnJobFailure;
import dev.tidemill.jobs.worker.Handlers;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What {@code tidemill jobs submit} can be told. */
final class SubmitOptions {
  private static final int MOST = 1_000_000;
  private static final JsonMapper JSON = new JsonMapper();

  @Option(
      names = "--type",
      required = true,
      paramLabel = "TYPE[:VERSION]",
      description = "Type of the jobs; drills are noop, sleep, fail and crash.")
  private String type = "";

  @Option(
      names = "--payload",
      paramLabel = "JSON",
      defaultValue = "{}",
      description = "What each job gets (default {}).")
  private String payload = "{}";

  @Option(names = "--count", paramLabel = "N", defaultValue = "1", description = "How many jobs.")
  private int count = 1;

  @Option(names = "--priority", paramLabel = "N", description = "Smaller is sooner (default 100).")
  private @Nullable Integer priority;

  @Option(names = "--key", paramLabel = "KEY", description = "Jobs of a key share a limit.")
  private @Nullable String key;

  @Option(
      names = "--limit",
      paramLabel = "KEY=N",
      description = "How many jobs of a key run at once, from now on.")
  private Map<String, Integer> limits = new LinkedHashMap<>();

  @Option(
      names = "--requires",
      split = ",",
      paramLabel = "WORD",
      description = "Capabilities a worker must have.")
  private List<String> requires = List.of();

  @Option(names = "--delay", paramLabel = "TIME", description = "When to begin, e.g. 10m.")
  private @Nullable String delay;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      description = "How long one execution may take.")
  private @Nullable String timeout;

  @Option(
      names = "--max-attempts",
      paramLabel = "N",
      description = "Failures after which it failed.")
  private @Nullable Integer maxAttempts;

  @Option(names = "--deadline", paramLabel = "TIME", description = "When the run has failed.")
  private @Nullable String deadline;

  @Option(
      names = "--on-failure",
      paramLabel = "WHAT",
      defaultValue = "cancel_rest",
      description = "cancel_rest (default) or let_finish.")
  private String onFailure = "cancel_rest";

  @Option(
      names = "--idempotency-key",
      paramLabel = "KEY",
      description = "Submitting the same again under this key does nothing.")
  private @Nullable String idempotencyKey;

  @Option(names = "--wait", description = "Follow the run to its end.")
  private boolean wait;

  boolean follow() {
    return wait;
  }

  RunSpec spec(Handlers handlers) {
    if (count < 1 || count > MOST) {
      throw wrong("--count", "--count must be from 1 to " + MOST);
    }
    JobSpec job = job(handlers);
    RunSpec run =
        RunSpec.of("jobs", Collections.nCopies(count, job))
            .onJobFailure(
                Words.parse(OnJobFailure.class, "--on-failure", onFailure.toLowerCase(Locale.ROOT)))
            .deadline(duration("--deadline", deadline, Duration.ZERO));
    try {
      run = run.keyLimits(limits);
    } catch (IllegalArgumentException e) {
      throw wrong("--limit", String.valueOf(e.getMessage()));
    }
    return idempotencyKey == null ? run : run.idempotencyKey(idempotencyKey);
  }

  private JobSpec job(Handlers handlers) {
    try {
      JSON.readTree(payload);
    } catch (JsonProcessingException e) {
      throw Problem.of(CoreError.INVALID_INPUT, "--payload is not JSON")
          .field("--payload")
          .cause(e.getOriginalMessage())
          .next("quote it for the shell: --payload '{\"ms\": 200}'")
          .exception();
    }
    JobSpec spec =
        handlers.spec(type(), payload).key(key).delay(duration("--delay", delay, Duration.ZERO));
    JobLimits own = spec.limits();
    try {
      spec =
          spec.limits(
              new JobLimits(
                  duration("--timeout", timeout, own.timeout()),
                  maxAttempts == null ? own.maxAttempts() : maxAttempts));
    } catch (IllegalArgumentException e) {
      throw wrong("--max-attempts", String.valueOf(e.getMessage()));
    }
    spec = spec.requires(requires.toArray(String[]::new));
    return priority == null ? spec : spec.priority(priority);
  }

  private JobType type() {
    String[] parts = type.split(":", 2);
    try {
      return new JobType(parts[0], parts.length == 1 ? 1 : Integer.parseInt(parts[1]));
    } catch (IllegalArgumentException e) {
      throw wrong("--type", String.valueOf(e.getMessage()));
    }
  }

  private static Duration duration(String option, @Nullable String text, Duration fallback) {
    if (text == null) {
      return fallback;
    }
    try {
      return ConfigType.DURATION.parser().apply(text);
    } catch (IllegalArgumentException e) {
      throw wrong(
          option, "%s: '%s' is not %s".formatted(option, text, ConfigType.DURATION.words()));
    }
  }

  private static RuntimeException wrong(String option, String message) {
    return Problem.of(CoreError.INVALID_INPUT, message)
        .field(option)
        .next("`tidemill jobs submit --help` shows how; nothing was submitted")
        .exception();
  }
}
