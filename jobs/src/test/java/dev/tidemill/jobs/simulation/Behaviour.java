package dev.tidemill.jobs.simulation;

import dev.tidemill.core.job.JobOutcome;
import java.time.Duration;

/**
 * What the code of a job does this time.
 *
 * @param listens ends when it is interrupted
 */
record Behaviour(Duration takes, JobOutcome outcome, boolean listens) {
  @Override
  public String toString() {
    return "(%s, %s%s)"
        .formatted(outcome.getClass().getSimpleName(), takes, listens ? "" : ", deaf");
  }
}
