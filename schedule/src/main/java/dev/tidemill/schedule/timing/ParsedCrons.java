package dev.tidemill.schedule.timing;

import com.cronutils.model.time.ExecutionTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * Parsing takes longer than finding the next time, and ten thousand schedules share few
 * expressions. Keeps those used last. Thread-safe.
 */
final class ParsedCrons {
  private static final int MOST = 2000;

  private final Function<String, ExecutionTime> parser;
  private final Map<String, ExecutionTime> known =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, ExecutionTime> eldest) {
          return size() > MOST;
        }
      };

  ParsedCrons(Function<String, ExecutionTime> parser) {
    this.parser = parser;
  }

  synchronized ExecutionTime get(String expression) {
    ExecutionTime found = known.get(expression);
    if (found == null) {
      found = parser.apply(expression);
      known.put(expression, found);
    }
    return found;
  }
}
