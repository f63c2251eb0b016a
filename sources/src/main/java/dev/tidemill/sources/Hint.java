package dev.tidemill.sources;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Locale;

/**
 * A condition that whoever reads the source applies by itself. A source may leave out rows by it
 * beforehand, or not: it is no reason to fail.
 *
 * @param kind what the values were before they became texts
 */
public record Hint(String column, Filter.Op op, List<String> value, Kind kind) {
  public Hint {
    value = List.copyOf(value);
  }

  /** What a value is. */
  public enum Kind {
    NUMBER,
    /** Also a date or a timestamp in ISO form, when the column is one. */
    TEXT,
    TRUTH;

    @JsonValue
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  Filter filter() {
    return new Filter(column, op, value);
  }
}
