package dev.tidemill.cli.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemill.core.job.JobContext;
import dev.tidemill.core.job.JobHandler;
import dev.tidemill.core.job.JobLimits;
import dev.tidemill.core.job.JobOutcome;
import dev.tidemill.core.job.JobType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;

/** A plugin that leaves a trace of everything it does in a file that no crash can take back. */
public final class EffectHandler implements JobHandler<EffectHandler.Effect> {

  /**
   * @param file where the trace goes
   * @param number which job it is
   * @param ms how long it takes
   */
  public record Effect(String file, int number, long ms) {}

  @Override
  public JobType type() {
    return JobType.of("effect");
  }

  @Override
  public Class<Effect> payloadClass() {
    return Effect.class;
  }

  @Override
  public JobLimits limits() {
    return new JobLimits(Duration.ofMinutes(5), 20);
  }

  @Override
  public JobOutcome run(Effect effect, JobContext context) throws Exception {
    trace(effect, context, "began");
    try {
      context.time().sleep(Duration.ofMillis(effect.ms()));
    } catch (InterruptedException e) {
      trace(effect, context, "interrupted");
      throw e;
    }
    trace(effect, context, "ended");
    return new JobOutcome.Done(
        List.of(), List.of(), "{\"epoch\":%d}".formatted(context.epoch().value()));
  }

  private static void trace(Effect effect, JobContext context, String what) throws IOException {
    String line =
        "%d %d %s %d%n"
            .formatted(
                effect.number(), context.epoch().value(), what, ProcessHandle.current().pid());
    Files.write(
        Path.of(effect.file()),
        line.getBytes(UTF_8),
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }
}
