package dev.tidemill.scale;

/** Names a group of workers. Given by the controller and never used again. */
public record GroupId(String value) implements Comparable<GroupId> {
  @Override
  public int compareTo(GroupId other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
