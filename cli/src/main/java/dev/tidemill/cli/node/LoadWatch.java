package dev.tidemill.cli.node;

import com.sun.management.OperatingSystemMXBean;
import dev.tidemill.core.service.BaseService;
import dev.tidemill.core.service.Loop;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.jobs.worker.Degradation;
import dev.tidemill.jobs.worker.JobWorker;
import dev.tidemill.jobs.worker.Load;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks at this machine every ten seconds and tells the worker to take less when it has enough. */
final class LoadWatch extends BaseService {
  private static final Logger log = LoggerFactory.getLogger(LoadWatch.class);
  private static final Duration EVERY = Duration.ofSeconds(10);

  private final JobWorker worker;
  private final Degradation limits;
  private final OperatingSystemMXBean machine =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private final Loop loop;
  private final TimeSource time;
  private Duration lookedAt;
  private long usedBefore;
  private Load before = Load.NORMAL;
  private Load last = Load.NORMAL;

  LoadWatch(JobWorker worker, Degradation limits, TimeSource time) {
    super("load watch");
    this.worker = worker;
    this.limits = limits;
    this.time = time;
    this.lookedAt = time.monotonic();
    this.usedBefore = machine.getProcessCpuTime();
    this.loop = new Loop("load-watch", time, this::look);
  }

  @Override
  protected void open() {
    loop.start();
  }

  @Override
  protected void close() {
    loop.stop();
  }

  private Duration look() {
    var reading = new Degradation.Reading(cpu(), memory(), worker.untold());
    Load decided = limits.decide(reading);
    // Twice in a row: one look may have met a burst, and the first one meets the start of the JVM.
    Load now = decided.compareTo(before) < 0 ? decided : before;
    before = decided;
    if (now != last) {
      if (now == Load.NORMAL) {
        log.info("The load is normal again; the worker takes all it can");
      } else {
        log.warn(
            "The load is {} ({}); the worker takes {}",
            now,
            limits.why(reading),
            now == Load.WARNING ? "half of what it would" : "nothing until it is better");
      }
      last = now;
      worker.loaded(now);
    }
    return EVERY;
  }

  /** Since the last look. The JVM's own figure for "recently" is too nervous to steer by. */
  private double cpu() {
    Duration now = time.monotonic();
    long used = machine.getProcessCpuTime();
    double passed = now.minus(lookedAt).toNanos() * (double) machine.getAvailableProcessors();
    double share = passed <= 0 ? 0 : (used - usedBefore) / passed;
    lookedAt = now;
    usedBefore = used;
    return share;
  }

  /** What the last collection left of the heap: before it, garbage would count as load. */
  private static double memory() {
    long used = 0;
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      MemoryUsage after = pool.getCollectionUsage();
      if (pool.getType() == MemoryType.HEAP && after != null) {
        used += after.getUsed();
      }
    }
    return (double) used / Runtime.getRuntime().maxMemory();
  }
}
