package dev.tidemill.core.job;

/** Names one run: {@code run_42} outside, a number inside. */
public record RunId(long value) implements Comparable<RunId> {

  /** Reads {@code run_42} or a bare number; anything else is an error that says so. */
  public static RunId parse(String text) {
    return new RunId(PublicId.parse("run", text));
  }

  @Override
  public int compareTo(RunId other) {
    return Long.compare(value, other.value);
  }

  @Override
  public String toString() {
    return PublicId.format("run", value);
  }
}
