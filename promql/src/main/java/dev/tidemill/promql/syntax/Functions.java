package dev.tidemill.promql.syntax;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** All functions of the language. */
public final class Functions {

  /**
   * Per line: what the functions take (s scalar, v vector, m range, t text; {@code ?} behind the
   * last for once or not at all, {@code *} for any number), what they give, and their names. An
   * exclamation mark is before the experimental ones.
   */
  private static final String TABLE =
      """
      v v abs ceil floor exp sqrt ln log2 log10 sgn
      v v sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh deg rad
      v v absent sort sort_desc timestamp !start_timestamp
      v v histogram_avg histogram_count histogram_sum histogram_stddev histogram_stdvar
      v? v day_of_month day_of_week day_of_year days_in_month hour minute month year
      v s scalar
      s v vector
      - s time pi !start !end !step !range
      ss s !min_of !max_of
      vs v clamp_max clamp_min
      vss v clamp
      vs? v round
      m v rate increase delta irate idelta deriv changes resets absent_over_time
      m v avg_over_time count_over_time first_over_time last_over_time max_over_time
      m v min_over_time present_over_time stddev_over_time stdvar_over_time sum_over_time
      m v !mad_over_time !ts_of_first_over_time !ts_of_last_over_time
      m v !ts_of_max_over_time !ts_of_min_over_time
      ms v predict_linear
      mss v !double_exponential_smoothing
      sm v quantile_over_time
      sv v histogram_quantile
      ssv v histogram_fraction
      vtss9 v !histogram_quantiles
      vtttt v label_replace
      vttt* v label_join
      vt* v !sort_by_label !sort_by_label_desc
      vv? v !info
      """;

  private static final Map<String, Signature> BY_NAME = read();

  private Functions() {}

  /** Names of functions are in lower case only. */
  static @Nullable Signature find(String name) {
    return BY_NAME.get(name);
  }

  /** By name. */
  public static Collection<Signature> all() {
    return BY_NAME.values();
  }

  private static Map<String, Signature> read() {
    var functions = new TreeMap<String, Signature>();
    for (String line : TABLE.lines().toList()) {
      List<String> words = List.of(line.split(" ", -1));
      for (String word : words.subList(2, words.size())) {
        boolean experimental = word.startsWith("!");
        String name = experimental ? word.substring(1) : word;
        functions.put(name, signature(name, words.get(0), words.get(1), experimental));
      }
    }
    return Collections.unmodifiableMap(functions);
  }

  private static Signature signature(
      String name, String takes, String gives, boolean experimental) {
    var arguments = new ArrayList<ValueType>();
    int optional = 0;
    for (int i = 0; i < takes.length(); i++) {
      switch (takes.charAt(i)) {
        case '-' -> {}
        case '?' -> optional = 1;
        case '*' -> optional = -1;
        case '9' -> optional = 9;
        default -> arguments.add(type(takes.charAt(i)));
      }
    }
    return new Signature(name, arguments, optional, type(gives.charAt(0)), experimental);
  }

  private static ValueType type(char code) {
    return switch (code) {
      case 's' -> ValueType.SCALAR;
      case 'v' -> ValueType.VECTOR;
      case 'm' -> ValueType.MATRIX;
      default -> ValueType.STRING;
    };
  }
}
