package dev.tidemill.scale;

/** Names an adapter; stable over its restarts. */
public record AdapterId(String value) implements Comparable<AdapterId> {
  @Override
  public int compareTo(AdapterId other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
