package dev.tidemill.core.job;

import java.time.Duration;

/**
 * What one kind of job may use.
 *
 * @param timeout bounds one execution; over it the code is interrupted and a failure counted. Zero
 *     means no bound
 * @param maxAttempts failures after which the job has failed
 */
public record JobLimits(Duration timeout, int maxAttempts) {
  public static final JobLimits DEFAULT = new JobLimits(Duration.ofMinutes(30), 2);

  public JobLimits {
    if (timeout.isNegative()) {
      throw new IllegalArgumentException("timeout is negative: " + timeout);
    }
    if (maxAttempts < 1) {
      throw new IllegalArgumentException("maxAttempts must be at least 1, got " + maxAttempts);
    }
  }
}
