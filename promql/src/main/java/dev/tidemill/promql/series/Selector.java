package dev.tidemill.promql.series;

import java.util.List;

/** The series that all matchers match. */
public record Selector(List<Matcher> matchers) {
  public Selector {
    matchers = List.copyOf(matchers);
  }

  public static Selector of(Matcher... matchers) {
    return new Selector(List.of(matchers));
  }

  public boolean matches(Labels labels) {
    return matchers.stream().allMatch(matcher -> matcher.matches(labels));
  }
}
