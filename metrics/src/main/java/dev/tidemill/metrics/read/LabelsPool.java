package dev.tidemill.metrics.read;

import dev.tidemill.promql.series.Labels;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One object for the same labels, however many segments name them, as long as any of those is held:
 * less memory, and pieces of one series are found to be so at a glance. Thread-safe.
 */
final class LabelsPool implements UnaryOperator<Labels> {
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<Labels, WeakReference<Labels>> known = new WeakHashMap<>();

  @Override
  public Labels apply(Labels labels) {
    lock.lock();
    try {
      @Nullable WeakReference<Labels> held = known.get(labels);
      @Nullable Labels same = held == null ? null : held.get();
      if (same != null) {
        return same;
      }
      known.put(labels, new WeakReference<>(labels));
      return labels;
    } finally {
      lock.unlock();
    }
  }
}
