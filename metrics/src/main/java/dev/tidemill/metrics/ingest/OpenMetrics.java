package dev.tidemill.metrics.ingest;

import dev.tidemill.core.error.TidemillException;
import dev.tidemill.metrics.metadata.Metadata;
import dev.tidemill.promql.series.Labels;
import java.io.BufferedReader;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * OpenMetrics text, sample by sample: {@code name{label="value"} 1.5 1700000000.123}. Every sample
 * needs a time, in seconds. Exemplars are read over. For one thread.
 */
public final class OpenMetrics {
  private static final int LONGEST_LINE = 1 << 20;

  private final BufferedReader in;
  private final Map<String, Metadata> metadata = new LinkedHashMap<>();
  private long line;
  private boolean ended;

  public OpenMetrics(BufferedReader in) {
    this.in = in;
  }

  /**
   * The next samples, about {@code most} of them; none at the end.
   *
   * @throws dev.tidemill.core.error.TidemillException {@code SAMPLES_INVALID}, naming the line
   */
  public List<SampleList> next(int most) throws IOException {
    Map<Labels, SampleList> series = new LinkedHashMap<>();
    for (int count = 0; count < most; ) {
      String text = line();
      if (text == null) {
        break;
      }
      if (ended && !text.isBlank()) {
        throw invalid("there is something behind # EOF");
      }
      if (text.startsWith("#")) {
        ended = text.equals("# EOF");
        about(text);
      } else if (!text.isBlank()) {
        sample(text, series);
        count++;
      }
    }
    return List.copyOf(series.values());
  }

  /** What was said about metrics since this was last asked. */
  public Map<String, Metadata> metadata() {
    Map<String, Metadata> said = Map.copyOf(metadata);
    metadata.clear();
    return said;
  }

  /** {@code # TYPE name counter}, and HELP and UNIT alike; other comments say nothing. */
  private void about(String text) {
    String[] parts = text.split(" ", 4);
    if (parts.length < 4 || parts[2].isEmpty() || metadata.size() > IngestLimits.SERIES) {
      return;
    }
    Metadata before = metadata.getOrDefault(parts[2], Metadata.NONE);
    switch (parts[1]) {
      case "TYPE" -> metadata.put(parts[2], before.ofType(parts[3]));
      case "HELP" -> metadata.put(parts[2], before.help(unescaped(parts[3])));
      case "UNIT" -> metadata.put(parts[2], before.unit(parts[3]));
      default -> {
        // A comment.
      }
    }
  }

  private static String unescaped(String help) {
    var text = new StringBuilder();
    for (int i = 0; i < help.length(); i++) {
      char c = help.charAt(i);
      if (c == '\\' && i + 1 < help.length()) {
        char escaped = help.charAt(++i);
        text.append(escaped == 'n' ? '\n' : escaped);
      } else {
        text.append(c);
      }
    }
    return text.toString();
  }

  private void sample(String text, Map<Labels, SampleList> series) {
    var scan = new LineScan(text);
    try {
      var labels = IngestLimits.labels(scan.series());
      double value = number(scan.word());
      String at = scan.word();
      if (at.isEmpty()) {
        throw IngestLimits.invalid("the sample has no time");
      }
      long time = millis(at);
      String rest = scan.rest();
      if (!rest.isEmpty() && !rest.startsWith("#")) {
        throw IngestLimits.invalid("there is more than a value and a time");
      }
      IngestLimits.checkTime(time);
      series.computeIfAbsent(labels, l -> new SampleList(labels)).add(time, value);
    } catch (TidemillException e) {
      throw invalid(e.problem().message().replace("; nothing was stored", ""));
    } catch (ArithmeticException | NumberFormatException e) {
      throw invalid("the value or the time is no number");
    }
  }

  private static double number(String word) {
    return switch (word) {
      case "+Inf", "Inf" -> Double.POSITIVE_INFINITY;
      case "-Inf" -> Double.NEGATIVE_INFINITY;
      case "NaN" -> Double.NaN;
      default -> plain(word).doubleValue();
    };
  }

  private static long millis(String word) {
    BigDecimal seconds = plain(word);
    if (seconds.precision() - seconds.scale() > 18) {
      throw new NumberFormatException("beyond all times");
    }
    return seconds.movePointRight(3).setScale(0, RoundingMode.HALF_EVEN).longValueExact();
  }

  private static BigDecimal plain(String word) {
    var number = new BigDecimal(word);
    if (Math.abs((long) number.scale()) > 1000 || number.precision() > 1000) {
      throw new NumberFormatException("too long");
    }
    return number;
  }

  /** Bounded, whatever the file holds. */
  private @Nullable String line() throws IOException {
    line++;
    var text = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        return text.isEmpty() ? null : text.toString();
      }
      if (text.length() == LONGEST_LINE) {
        throw invalid("the line is longer than %d characters".formatted(LONGEST_LINE));
      }
      text.append((char) c);
    }
    return text.toString();
  }

  private RuntimeException invalid(String why) {
    return IngestLimits.invalid("line %d: %s".formatted(line, why));
  }

  /** Reads one line from left to right. */
  private static final class LineScan {
    private final String text;
    private int at;

    LineScan(String text) {
      this.text = text;
    }

    /** Names and values of labels in turn. */
    List<String> series() {
      var pairs = new ArrayList<String>();
      int start = at;
      while (at < text.length() && text.charAt(at) != '{' && text.charAt(at) != ' ') {
        at++;
      }
      if (at > start) {
        pairs.add("__name__");
        pairs.add(text.substring(start, at));
      }
      if (at < text.length() && text.charAt(at) == '{') {
        at++;
        skipSpaces();
        while (!took('}')) {
          label(pairs);
          if (!took(',') && (at >= text.length() || text.charAt(at) != '}')) {
            throw IngestLimits.invalid("labels are not separated by commas");
          }
          skipSpaces();
        }
      }
      return pairs;
    }

    private void label(List<String> pairs) {
      skipSpaces();
      boolean quoted = at < text.length() && text.charAt(at) == '"';
      String name = quoted ? quoted() : bare();
      skipSpaces();
      if (took('=')) {
        skipSpaces();
        pairs.add(name);
        pairs.add(quoted());
      } else if (quoted) {
        pairs.add("__name__");
        pairs.add(name);
      } else {
        throw IngestLimits.invalid("a label has no value");
      }
      skipSpaces();
    }

    private String bare() {
      int start = at;
      while (at < text.length() && "=,} ".indexOf(text.charAt(at)) < 0) {
        at++;
      }
      return text.substring(start, at);
    }

    private String quoted() {
      if (!took('"')) {
        throw IngestLimits.invalid("a value is not in quotes");
      }
      var value = new StringBuilder();
      while (!took('"')) {
        if (at >= text.length()) {
          throw IngestLimits.invalid("a quote is not closed");
        }
        char c = text.charAt(at++);
        if (c == '\\' && at < text.length()) {
          char escaped = text.charAt(at++);
          value.append(escaped == 'n' ? '\n' : escaped);
        } else {
          value.append(c);
        }
      }
      return value.toString();
    }

    String word() {
      skipSpaces();
      int start = at;
      while (at < text.length() && text.charAt(at) != ' ') {
        at++;
      }
      return text.substring(start, at);
    }

    String rest() {
      skipSpaces();
      return text.substring(at);
    }

    private void skipSpaces() {
      while (at < text.length() && text.charAt(at) == ' ') {
        at++;
      }
    }

    private boolean took(char c) {
      boolean there = at < text.length() && text.charAt(at) == c;
      at += there ? 1 : 0;
      return there;
    }
  }
}
