package dev.tidemill.promql.testlang;

import dev.tidemill.promql.leaf.StepGrid;
import dev.tidemill.promql.syntax.Durations;
import dev.tidemill.promql.syntax.Numbers;
import dev.tidemill.promql.syntax.Quoting;
import dev.tidemill.promql.testlang.Expectation.Text;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads an {@code eval} command and the lines that say what it expects. */
final class EvalLines {
  private static final Pattern INSTANT =
      Pattern.compile("eval(?:_(fail|warn|ordered|info))?\\s+instant\\s+(?:at\\s+(.+?))?\\s+(.+)");
  private static final Pattern RANGE =
      Pattern.compile(
          "eval(?:_(fail|warn|info))?\\s+range\\s+from\\s+(.+)\\s+to\\s+(.+)\\s+step\\s+(.+?)\\s+(.+)");
  private static final Pattern EXPECT =
      Pattern.compile(
          "expect\\s+(ordered|fail|warn|no_warn|info|no_info)(?:\\s+(regex|msg):(.+))?");
  private static final Pattern RANGE_VECTOR =
      Pattern.compile("expect range vector\\s+from\\s+(.+)\\s+to\\s+(.+)\\s+step\\s+(.+)");

  private EvalLines() {}

  static Command.Eval parse(int line, String text, List<String> lines) {
    Matcher instant = INSTANT.matcher(text);
    Matcher range = RANGE.matcher(text);
    var expected = new Expectation();
    if (instant.matches()) {
      long at = Durations.parse(instant.group(2)).toMillis();
      mode(instant.group(1), expected);
      expect(lines, expected);
      StepGrid window = expected.rangeVector;
      var time = new Command.Time.Instant(window == null ? at : window.end());
      return new Command.Eval(line, instant.group(3), time, expected);
    }
    if (range.matches()) {
      mode(range.group(1), expected);
      expect(lines, expected);
      var time = new Command.Time.Range(grid(range, 2));
      return new Command.Eval(line, range.group(5), time, expected);
    }
    throw new IllegalArgumentException("line " + line + " is no eval command: " + text);
  }

  private static StepGrid grid(Matcher matcher, int group) {
    return new StepGrid(
        Durations.parse(matcher.group(group)).toMillis(),
        Durations.parse(matcher.group(group + 1)).toMillis(),
        Durations.parse(matcher.group(group + 2)));
  }

  /** The older spelling of what {@code expect} says now. */
  private static void mode(@Nullable String mode, Expectation expected) {
    switch (mode) {
      case "fail" -> expected.fails = true;
      case "warn" -> expected.warnings.add(Text.Like.ANY);
      case "info" -> expected.infos.add(Text.Like.ANY);
      case "ordered" -> expected.ordered = true;
      case null, default -> {}
    }
  }

  private static void expect(List<String> lines, Expectation expected) {
    for (String line : lines) {
      if (expected.fails && line.startsWith("expected_fail_message")) {
        expected.failure = new Text.Exactly(line.substring(21).strip());
      } else if (expected.fails && line.startsWith("expected_fail_regexp")) {
        expected.failure = new Text.Like(Pattern.compile(line.substring(20).strip()));
      } else if (line.startsWith("expect range vector")) {
        Matcher vector = RANGE_VECTOR.matcher(line);
        if (!vector.matches()) {
          throw new IllegalArgumentException("no range vector: " + line);
        }
        expected.rangeVector = grid(vector, 1);
      } else if (line.startsWith("expect string")) {
        expected.string = Quoting.unquote(line.substring(13).strip());
      } else if (line.startsWith("expect ") || line.equals("expect")) {
        annotation(line, expected);
      } else {
        value(line, expected);
      }
    }
  }

  private static void annotation(String line, Expectation expected) {
    Matcher matcher = EXPECT.matcher(line);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("nothing to expect: " + line);
    }
    Text text = text(matcher);
    switch (matcher.group(1)) {
      case "ordered" -> expected.ordered = true;
      case "no_warn" -> expected.noWarnings = true;
      case "no_info" -> expected.noInfos = true;
      case "warn" -> expected.warnings.add(text);
      case "info" -> expected.infos.add(text);
      default -> {
        expected.fails = true;
        expected.failure = text;
      }
    }
  }

  private static Text text(Matcher matcher) {
    return switch (matcher.group(2)) {
      case "msg" -> new Text.Exactly(matcher.group(3).strip());
      case "regex" -> new Text.Like(Pattern.compile(matcher.group(3).strip()));
      case null, default -> Text.Like.ANY;
    };
  }

  private static void value(String line, Expectation expected) {
    try {
      expected.scalar = Numbers.parse(line);
    } catch (NumberFormatException e) {
      expected.series.add(SeriesLine.parse(line));
    }
  }
}
