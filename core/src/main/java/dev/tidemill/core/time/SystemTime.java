package dev.tidemill.core.time;

import dev.tidemill.core.AllowForbidden;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Real time. Timer tasks run on virtual threads of their own, so a slow one delays no other. */
@AllowForbidden("this is the one place that reads the machine's clocks")
public final class SystemTime implements TimeSource {
  private static final Logger log = LoggerFactory.getLogger(SystemTime.class);

  private final ScheduledThreadPoolExecutor timers;
  private final long origin = System.nanoTime();

  public SystemTime() {
    timers =
        new ScheduledThreadPoolExecutor(1, Thread.ofPlatform().daemon().name("timers").factory());
    timers.setRemoveOnCancelPolicy(true);
    timers.setKeepAliveTime(10, TimeUnit.SECONDS);
    timers.allowCoreThreadTimeOut(true);
  }

  @Override
  public Instant now() {
    return Instant.now();
  }

  @Override
  public Duration monotonic() {
    return Duration.ofNanos(System.nanoTime() - origin);
  }

  @Override
  public Timer schedule(Duration delay, Runnable task) {
    var begun = new AtomicBoolean();
    var future =
        timers.schedule(
            () -> {
              if (begun.compareAndSet(false, true)) {
                Thread.ofVirtual().name("timer-task").start(() -> run(task));
              }
            },
            Math.max(0, delay.toNanos()),
            TimeUnit.NANOSECONDS);
    return () -> {
      boolean mine = begun.compareAndSet(false, true);
      future.cancel(false);
      return mine;
    };
  }

  @Override
  public void sleep(Duration duration) throws InterruptedException {
    Thread.sleep(duration);
  }

  private static void run(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | Error e) {
      log.error("A timer task failed; other timers go on", e);
    }
  }
}
