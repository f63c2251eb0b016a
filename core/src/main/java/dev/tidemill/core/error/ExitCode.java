package dev.tidemill.core.error;

/** What a command returns to the shell. */
public enum ExitCode {
  OK(0),
  FAILED(1),
  USAGE(2),
  NOT_FOUND(3),
  CONFLICT(4),
  DENIED(5),
  /** Nothing was changed; the same command may succeed later. */
  UNAVAILABLE(6),
  INTERRUPTED(130);

  private final int value;

  ExitCode(int value) {
    this.value = value;
  }

  public int value() {
    return value;
  }
}
