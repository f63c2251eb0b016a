package dev.tidemill.metrics.ingest;

import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.core.service.BaseService;
import dev.tidemill.core.service.Loop;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.metrics.MetricsError;
import dev.tidemill.metrics.catalogue.Catalogue;
import dev.tidemill.storage.ObjectStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gathers requests for a moment, writes them as one segment per window, commits, and only then
 * acknowledges. Thread-safe; any number of ingesters may share a catalogue.
 */
public final class Ingester extends BaseService {
  private static final Logger log = LoggerFactory.getLogger(Ingester.class);
  private static final Duration IDLE = Duration.ofMinutes(1);

  /** Longer than any store takes to give up. */
  private static final Duration COMMIT_LIMIT = Duration.ofMinutes(3);

  private final Catalogue catalogue;
  private final ObjectStore objects;
  private final IngestSettings settings;
  private final TimeSource time;
  private final List<Loop> writers = new ArrayList<>();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition room = lock.newCondition();
  private @Nullable Batch open;
  private long held;
  private boolean running;

  public Ingester(
      Catalogue catalogue, ObjectStore objects, IngestSettings settings, TimeSource time) {
    super("metrics ingest");
    this.catalogue = catalogue;
    this.objects = objects;
    this.settings = settings;
    this.time = time;
    for (int i = 0; i < settings.writers(); i++) {
      writers.add(new Loop("metrics ingest " + i, time, this::step));
    }
  }

  /**
   * Returns when all of it is committed.
   *
   * @throws TidemillException {@code INGEST_BUSY} if nothing of it was taken, {@code INGEST_FAILED}
   *     if it may or may not have been stored
   */
  public void write(List<SampleList> request) throws InterruptedException {
    if (request.stream().allMatch(list -> list.size() == 0)) {
      return;
    }
    Batch batch = join(request);
    try {
      batch.committed.get(COMMIT_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw failed(e.getCause() == null ? e : e.getCause());
    } catch (TimeoutException e) {
      throw failed(e);
    }
  }

  private Batch join(List<SampleList> request) throws InterruptedException {
    long weight = request.stream().mapToLong(SampleList::weight).sum();
    lock.lock();
    try {
      awaitRoom(weight);
      if (!running) {
        throw busy("it is stopping or has not been started");
      }
      held += weight;
      Batch batch = open;
      if (batch == null) {
        batch = new Batch(time.monotonic());
        open = batch;
      }
      batch.add(request, weight);
      if (batch.requests.size() == 1 || batch.samples >= settings.batchSamples()) {
        writers.forEach(Loop::wake);
      }
      return batch;
    } finally {
      lock.unlock();
    }
  }

  /** A request larger than all memory gets in when it is alone. */
  private void awaitRoom(long weight) throws InterruptedException {
    long left = settings.patience().toNanos();
    while (running && held > 0 && held + weight > settings.memory().bytes()) {
      if (left <= 0) {
        throw busy("%d bytes wait to be stored".formatted(held));
      }
      left = room.awaitNanos(left);
    }
  }

  /** About how much memory the requests on their way take. */
  public long held() {
    lock.lock();
    try {
      return held;
    } finally {
      lock.unlock();
    }
  }

  private Duration step() {
    Batch batch;
    lock.lock();
    try {
      batch = open;
      if (batch == null) {
        return IDLE;
      }
      Duration left = settings.delay().minus(time.monotonic().minus(batch.begun));
      if (left.isPositive() && batch.samples < settings.batchSamples()) {
        return left;
      }
      open = null;
    } finally {
      lock.unlock();
    }
    store(batch);
    return Duration.ZERO;
  }

  private void store(Batch batch) {
    try {
      var draft = new Draft();
      batch.requests.forEach(draft::add);
      catalogue.commit(draft.store(objects, catalogue.tenant(), time.now()));
      batch.committed.complete(null);
    } catch (RuntimeException | Error e) {
      log.warn("A batch of {} samples could not be stored; its senders know", batch.samples, e);
      batch.committed.completeExceptionally(e);
    } finally {
      lock.lock();
      try {
        held -= batch.weight;
        room.signalAll();
      } finally {
        lock.unlock();
      }
    }
  }

  @Override
  protected void open() {
    lock.lock();
    try {
      running = true;
    } finally {
      lock.unlock();
    }
    writers.forEach(Loop::start);
  }

  /** What has been taken is still stored. */
  @Override
  protected void close() {
    Batch last;
    lock.lock();
    try {
      running = false;
      room.signalAll();
      last = open;
      open = null;
    } finally {
      lock.unlock();
    }
    if (last != null) {
      store(last);
    }
    writers.forEach(Loop::stop);
  }

  private static TidemillException busy(String why) {
    return Problem.of(MetricsError.INGEST_BUSY, "no samples can be taken; nothing was stored")
        .cause(why)
        .next("send them again in a while")
        .exception();
  }

  private static TidemillException failed(Throwable why) {
    return Problem.of(MetricsError.INGEST_FAILED, "the samples may not have been stored")
        .cause(String.valueOf(why.getMessage()))
        .next("send them again; what was stored counts once")
        .exception(why);
  }
}
