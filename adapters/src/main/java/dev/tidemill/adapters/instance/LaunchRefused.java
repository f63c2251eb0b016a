package dev.tidemill.adapters.instance;

/** The platform has said no, so it is certain that nothing was started. */
public final class LaunchRefused extends Exception {
  private final String why;
  private final boolean worthRetrying;

  /**
   * @param worthRetrying the platform is full and may have room soon
   */
  public LaunchRefused(String why, boolean worthRetrying) {
    super(why);
    this.why = why;
    this.worthRetrying = worthRetrying;
  }

  public String why() {
    return why;
  }

  public boolean worthRetrying() {
    return worthRetrying;
  }
}
