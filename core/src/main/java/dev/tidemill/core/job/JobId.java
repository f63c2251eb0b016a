package dev.tidemill.core.job;

/** Names one job: {@code job_42} outside, a number inside. */
public record JobId(long value) implements Comparable<JobId> {

  /** Reads {@code job_42} or a bare number; anything else is an error that says so. */
  public static JobId parse(String text) {
    return new JobId(PublicId.parse("job", text));
  }

  @Override
  public int compareTo(JobId other) {
    return Long.compare(value, other.value);
  }

  @Override
  public String toString() {
    return PublicId.format("job", value);
  }
}
