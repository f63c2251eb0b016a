package dev.tidemill.schedule.leader;

/** One incarnation of a node: a process that starts again is another holder. */
public record HolderId(String value) {
  public HolderId {
    if (value.isBlank()) {
      throw new IllegalArgumentException("a holder has a name");
    }
  }

  @Override
  public String toString() {
    return value;
  }
}
