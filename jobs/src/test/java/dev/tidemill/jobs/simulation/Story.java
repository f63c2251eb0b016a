package dev.tidemill.jobs.simulation;

import dev.tidemill.core.time.SimulatedTime;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The last things that happened. */
final class Story {
  private static final int KEPT = 40;

  private final SimulatedTime time;
  private final Deque<Line> lines = new ArrayDeque<>();

  private record Line(long millis, String form, List<Object> about) {}

  Story(SimulatedTime time) {
    this.time = time;
  }

  /** Put into words only when somebody wants to read it. */
  void tell(String form, Object... about) {
    if (lines.size() == KEPT) {
      lines.removeFirst();
    }
    lines.add(new Line(time.monotonic().toMillis(), form, List.of(about)));
  }

  @Override
  public String toString() {
    var text = new StringBuilder();
    for (Line line : lines) {
      text.append("%9.3f s  ".formatted(line.millis / 1000.0))
          .append(line.form.formatted(line.about.toArray()))
          .append('\n');
    }
    return text.toString();
  }
}
