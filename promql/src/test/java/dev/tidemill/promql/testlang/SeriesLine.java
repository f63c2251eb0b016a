package dev.tidemill.promql.testlang;

import dev.tidemill.promql.series.Labels;
import dev.tidemill.promql.syntax.Query;

/** A series and its values, as loaded or as expected. */
record SeriesLine(Labels labels, Points values) {

  static SeriesLine parse(String line) {
    int end = labelsEnd(line);
    return new SeriesLine(Query.series(line.substring(0, end)), Points.parse(line.substring(end)));
  }

  /** Behind the name and the brace that may follow it. */
  private static int labelsEnd(String line) {
    int at = 0;
    while (at < line.length() && !Character.isWhitespace(line.charAt(at))) {
      if (line.charAt(at) == '{') {
        return brace(line, at);
      }
      at++;
    }
    return at;
  }

  private static int brace(String line, int open) {
    char quote = 0;
    for (int i = open; i < line.length(); i++) {
      char c = line.charAt(i);
      if (quote != 0) {
        if (c == '\\' && quote != '`') {
          i++;
        } else if (c == quote) {
          quote = 0;
        }
      } else if (c == '"' || c == '\'' || c == '`') {
        quote = c;
      } else if (c == '}') {
        return i + 1;
      }
    }
    throw new IllegalArgumentException("no closing brace: " + line);
  }
}
