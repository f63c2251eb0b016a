package dev.tidemill.promql.series;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.tidemill.core.error.Problem;
import dev.tidemill.promql.PromqlError;
import java.util.ArrayDeque;

/**
 * Regular expressions from queries: RE2's, whose dot matches a line's end too. Matching takes
 * linear time, but compiling writes out every repetition, so {@code ((a{1000}){1000}){1000}} would
 * take all memory there is; what grows too large or nests too deeply is refused before.
 */
public final class Expressions {
  private static final int MAX_DEPTH = 1000;
  private static final long MAX_SIZE = 200_000;

  private Expressions() {}

  /**
   * @throws dev.tidemill.core.error.TidemillException if it is none, or too large
   */
  public static Pattern compile(String expression) {
    try {
      new Size(expression).check();
      return Pattern.compile(expression, Pattern.DOTALL);
    } catch (PatternSyntaxException e) {
      throw Problem.of(
              PromqlError.QUERY_INVALID, "'%s' is no regular expression".formatted(expression))
          .cause(e.getDescription())
          .next("expressions are RE2's: no back references, no look-around")
          .exception(e);
    }
  }

  /** How many parts there are when repetitions are written out; an estimate from above. */
  private static final class Size {
    private final String text;
    private final ArrayDeque<Long> open = new ArrayDeque<>();
    private long sum;
    private long last;
    private int at;

    Size(String text) {
      this.text = text;
    }

    void check() {
      while (at < text.length()) {
        part(text.charAt(at));
        if (sum > MAX_SIZE || open.size() > MAX_DEPTH) {
          throw Problem.of(
                  PromqlError.QUERY_INVALID, "a regular expression is too large or too deep")
              .cause("it has more than %d parts or %d levels".formatted(MAX_SIZE, MAX_DEPTH))
              .exception();
        }
      }
    }

    private void part(char c) {
      switch (c) {
        case '(' -> {
          open.push(sum);
          sum = 0;
          at++;
        }
        case ')' -> {
          last = sum + 1;
          sum = last + (open.isEmpty() ? 0 : open.pop());
          at++;
        }
        case '[' -> {
          add(1);
          skipClass();
        }
        case '{' -> repetition();
        case '\\' -> {
          add(1);
          at += 2;
        }
        default -> {
          add(1);
          at++;
        }
      }
    }

    private void add(long size) {
      last = size;
      sum += size;
    }

    private void skipClass() {
      at = Math.min(text.length(), at + 2);
      while (at < text.length() && text.charAt(at) != ']') {
        at += text.charAt(at) == '\\' ? 2 : 1;
      }
      at++;
    }

    /** {@code {n}} and {@code {n,m}}: as often the part before; anything else is only a brace. */
    private void repetition() {
      int end = text.indexOf('}', at);
      String times = end < 0 ? "" : text.substring(at + 1, end);
      if (times.matches("\\d{1,4}(,\\d{0,4})?")) {
        long most = 1;
        for (String number : times.split(",", -1)) {
          most = Math.max(most, number.isEmpty() ? 1 : Long.parseLong(number));
        }
        sum += last * (most - 1);
        last *= most;
        at = end + 1;
      } else {
        add(1);
        at++;
      }
    }
  }
}
