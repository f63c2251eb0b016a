package dev.tidemill.jobs.drill;

import dev.tidemill.core.job.JobContext;
import dev.tidemill.core.job.JobHandler;
import dev.tidemill.core.job.JobOutcome;
import dev.tidemill.core.job.JobType;
import java.util.Map;

/** Does nothing, whatever it is given. */
final class NoopDrill implements JobHandler<Map<String, Object>> {
  @Override
  public JobType type() {
    return JobType.of("noop");
  }

  @Override
  @SuppressWarnings("unchecked")
  public Class<Map<String, Object>> payloadClass() {
    return (Class<Map<String, Object>>) (Class<?>) Map.class;
  }

  @Override
  public JobOutcome run(Map<String, Object> payload, JobContext context) {
    return JobOutcome.Done.nothing();
  }
}
