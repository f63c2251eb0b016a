package dev.tidemill.metrics.read;

import dev.tidemill.core.DataSize;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Decoded parts of segments within a budget of memory; what was not used for longest goes first.
 * Thread-safe. Two who want the same part at once may both decode it: that is cheaper than waiting
 * for one whose query is cancelled.
 */
public final class DecodedCache {
  private static final int OVERHEAD = 200;

  private final long budget;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<Object, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);
  private long used;

  private record Entry(Object value, long weight) {}

  public DecodedCache(DataSize budget) {
    this.budget = budget.bytes();
  }

  /**
   * @param key equal only for what is of the same type
   */
  <T> T get(Object key, Class<T> type, Supplier<T> load, ToLongFunction<T> weight) {
    @Nullable Entry found;
    lock.lock();
    try {
      found = entries.get(key);
    } finally {
      lock.unlock();
    }
    if (found != null) {
      return type.cast(found.value());
    }
    T loaded = load.get();
    keep(key, new Entry(loaded, OVERHEAD + weight.applyAsLong(loaded)));
    return loaded;
  }

  private void keep(Object key, Entry entry) {
    if (entry.weight() > budget) {
      return;
    }
    lock.lock();
    try {
      @Nullable Entry before = entries.put(key, entry);
      used += entry.weight() - (before == null ? 0 : before.weight());
      Iterator<Entry> oldest = entries.values().iterator();
      while (used > budget) {
        used -= oldest.next().weight();
        oldest.remove();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Bytes in use, about. */
  public long used() {
    lock.lock();
    try {
      return used;
    } finally {
      lock.unlock();
    }
  }
}
