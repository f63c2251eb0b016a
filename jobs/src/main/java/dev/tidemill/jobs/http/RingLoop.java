package dev.tidemill.jobs.http;

import dev.tidemill.core.job.Queue;
import dev.tidemill.core.service.Loop;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.jobs.permit.RingCounts;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes one call of many rings: those that come while a call is under way, or in the rest after it,
 * lead to one more. A call that fails is dropped and counted. Thread-safe; ringing never blocks.
 */
final class RingLoop {
  private static final Logger log = LoggerFactory.getLogger(RingLoop.class);
  private static final Duration REST = Duration.ofMillis(50);
  private static final Duration UNTIL_WOKEN = Duration.ofDays(1);

  private final TimeSource time;
  private final Runnable call;
  private final Loop loop;
  private final AtomicBoolean wanted = new AtomicBoolean();
  private final LongAdder sent = new LongAdder();
  private final LongAdder dropped = new LongAdder();

  RingLoop(Queue queue, TimeSource time, Runnable call) {
    this.time = time;
    this.call = call;
    this.loop = new Loop("ring-" + queue.word(), time, this::round);
    loop.start();
  }

  void ring() {
    wanted.set(true);
    loop.wake();
  }

  RingCounts counts() {
    return new RingCounts(sent.sum(), 0, dropped.sum());
  }

  void close() {
    loop.stop();
  }

  private Duration round() throws InterruptedException {
    if (wanted.getAndSet(false)) {
      try {
        call.run();
        sent.increment();
      } catch (RuntimeException e) {
        dropped.increment();
        log.debug("A hint could not be sent: {}", e.getMessage());
      }
      time.sleep(REST);
    }
    return UNTIL_WOKEN;
  }
}
