package dev.tidemill.schedule.leader;

/** Which reign it is. Issued by the lease store and larger for every later one. */
public record Term(long value) implements Comparable<Term> {
  public Term {
    if (value < 1) {
      throw new IllegalArgumentException("terms count from 1, got " + value);
    }
  }

  @Override
  public int compareTo(Term other) {
    return Long.compare(value, other.value);
  }
}
