package dev.tidemill.jobs.permit;

import dev.tidemill.core.job.Queue;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;

/** One of something for each queue. */
final class PerQueue<T> {
  private final Map<Queue, T> all = new EnumMap<>(Queue.class);

  PerQueue(Function<Queue, T> maker) {
    for (Queue queue : Queue.values()) {
      all.put(queue, maker.apply(queue));
    }
  }

  T of(Queue queue) {
    return Objects.requireNonNull(all.get(queue));
  }

  void forEach(Consumer<T> action) {
    all.values().forEach(action);
  }
}
