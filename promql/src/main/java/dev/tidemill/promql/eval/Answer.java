package dev.tidemill.promql.eval;

import java.util.List;

/**
 * A query's value and what a user should know about it.
 *
 * @param warnings something is likely wrong with the query or the data
 * @param infos something may be
 */
public record Answer(Value value, List<String> warnings, List<String> infos) {
  public Answer {
    warnings = List.copyOf(warnings);
    infos = List.copyOf(infos);
  }
}
