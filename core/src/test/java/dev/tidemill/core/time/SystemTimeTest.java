package dev.tidemill.core.time;

import java.time.Duration;

class SystemTimeTest extends TimeSourceContract {
  private final SystemTime time = new SystemTime();

  @Override
  protected TimeSource time() {
    return time;
  }

  @Override
  protected void pass(Duration duration) {
    try {
      time.sleep(duration);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
