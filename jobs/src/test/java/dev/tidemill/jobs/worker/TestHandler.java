package dev.tidemill.jobs.worker;

import dev.tidemill.core.job.JobContext;
import dev.tidemill.core.job.JobHandler;
import dev.tidemill.core.job.JobLimits;
import dev.tidemill.core.job.JobOutcome;
import dev.tidemill.core.job.JobType;
import java.time.Duration;

/** A handler whose code a test writes. */
record TestHandler(JobType type, JobLimits limits, Code code)
    implements JobHandler<TestHandler.Payload> {

  /** What a test's job is given. */
  record Payload(int number) {}

  /** What it does. */
  interface Code {
    JobOutcome run(Payload payload, JobContext context) throws Exception;
  }

  static TestHandler of(Code code) {
    return new TestHandler(JobType.of("work"), new JobLimits(Duration.ofMinutes(5), 3), code);
  }

  @Override
  public Class<Payload> payloadClass() {
    return Payload.class;
  }

  @Override
  public JobOutcome run(Payload payload, JobContext context) throws Exception {
    return code.run(payload, context);
  }
}
