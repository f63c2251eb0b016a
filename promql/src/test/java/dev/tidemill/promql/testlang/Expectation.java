package dev.tidemill.promql.testlang;

import dev.tidemill.promql.leaf.StepGrid;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a case expects. Filled while its lines are read. */
final class Expectation {
  boolean ordered;
  boolean fails;
  boolean noWarnings;
  boolean noInfos;
  @Nullable Text failure;
  final List<Text> warnings = new ArrayList<>();
  final List<Text> infos = new ArrayList<>();
  @Nullable Double scalar;
  @Nullable String string;
  @Nullable StepGrid rangeVector;
  final List<SeriesLine> series = new ArrayList<>();

  /** A message, or an expression that is found in it. */
  sealed interface Text {
    boolean matches(String actual);

    record Exactly(String message) implements Text {
      @Override
      public boolean matches(String actual) {
        return message.equals(actual);
      }
    }

    record Like(Pattern pattern) implements Text {
      static final Like ANY = new Like(Pattern.compile(""));

      @Override
      public boolean matches(String actual) {
        return pattern.matcher(actual).find();
      }
    }
  }

  boolean hasHistograms() {
    return series.stream().anyMatch(line -> line.values().hasHistograms());
  }
}
