package dev.tidemill.core.job;

/**
 * The fencing token of one claim. It grows with every claim of the job and is never reset, so a
 * higher epoch always belongs to a later holder.
 */
public record Epoch(long value) implements Comparable<Epoch> {

  public Epoch {
    if (value < 0) {
      throw new IllegalArgumentException("an epoch is never negative: " + value);
    }
  }

  @Override
  public int compareTo(Epoch other) {
    return Long.compare(value, other.value);
  }

  @Override
  public String toString() {
    return "e" + value;
  }
}
