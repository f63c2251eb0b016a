package dev.tidemill.metrics.ingest;

import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.metrics.MetricsError;
import dev.tidemill.metrics.catalogue.Window;
import dev.tidemill.promql.series.Labels;
import java.util.HashSet;
import java.util.List;

/** What one request may hold; more is refused before it takes memory. */
final class IngestLimits {
  static final int BYTES = 32 << 20;
  static final int SERIES = 100_000;
  static final int SAMPLES = 1_000_000;
  static final int LABELS = 256;
  static final int NAME_LENGTH = 1024;
  static final int VALUE_LENGTH = 1 << 16;
  static final int WINDOWS = 1_000;

  private IngestLimits() {}

  /** Names and values in turn. */
  static Labels labels(List<String> pairs) {
    for (int i = 0; i < pairs.size(); i += 2) {
      if (pairs.get(i).isEmpty()) {
        throw invalid("a label has an empty name");
      }
      if (pairs.get(i).length() > NAME_LENGTH || pairs.get(i + 1).length() > VALUE_LENGTH) {
        throw invalid("a label is longer than it may be");
      }
    }
    if (pairs.size() > 2 * LABELS) {
      throw invalid("a series has more than %d labels".formatted(LABELS));
    }
    Labels labels;
    try {
      labels = Labels.of(pairs.toArray(String[]::new));
    } catch (TidemillException e) {
      throw invalid(e.problem().message());
    }
    if (labels.get(Labels.METRIC_NAME).isEmpty()) {
      throw invalid("a series has no metric name");
    }
    return labels;
  }

  static void checkTime(long time) {
    if (time < -Window.FARTHEST || time > Window.FARTHEST) {
      throw invalid("a sample's time is out of bounds: %d".formatted(time));
    }
  }

  /** Each window becomes an object of its own. */
  static void checkWindows(List<SampleList> request) {
    var windows = new HashSet<Window>();
    for (SampleList list : request) {
      for (int i = 0; i < list.size(); i++) {
        if (windows.add(Window.of(list.time(i))) && windows.size() > WINDOWS) {
          throw invalid("the samples are spread over more than %d times 2 h".formatted(WINDOWS));
        }
      }
    }
  }

  static RuntimeException invalid(String why) {
    return Problem.of(MetricsError.SAMPLES_INVALID, why + "; nothing was stored").exception();
  }
}
