package dev.tidemill.scale.policy;

import dev.tidemill.scale.CapabilitySet;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the fleet should be when a query says so. Lines {@code [for SET] when QUERY then
 * min|max|desired = QUERY}; sizes are groups; without a set it is about jobs that need none. Empty
 * lines and those that begin with # are left out.
 */
public record Rules(List<Rule> rules) {
  private static final Pattern LINE =
      Pattern.compile(
          "(?:for\\s+(?<set>\\S+)\\s+)?when\\s+(?<when>.+)\\s+then\\s+(?<what>min|max|desired)\\s*=\\s*(?<size>.+)");

  public Rules {
    rules = List.copyOf(rules);
  }

  /**
   * @param when holds when its value is neither 0 nor absent
   * @param groups how many; rounded up
   */
  public record Rule(int line, CapabilitySet set, String when, Limit limit, String groups) {}

  /** What a rule's size means. */
  public enum Limit {
    MIN,
    MAX,
    DESIRED;

    GroupBounds within(GroupBounds bounds, int groups) {
      return switch (this) {
        case MIN -> new GroupBounds(bounds.clamp(groups), bounds.max());
        case MAX -> new GroupBounds(bounds.min(), bounds.clamp(groups));
        case DESIRED -> new GroupBounds(bounds.clamp(groups), bounds.clamp(groups));
      };
    }

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public static Rules parse(String text) {
    List<Rule> rules = new ArrayList<>();
    int number = 0;
    for (String line : text.lines().toList()) {
      number++;
      String rule = line.strip();
      if (!rule.isEmpty() && !rule.startsWith("#")) {
        rules.add(rule(rule, number));
      }
    }
    return new Rules(rules);
  }

  private static Rule rule(String text, int line) {
    Matcher matcher = LINE.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "line %d: want [for SET] when QUERY then min|max|desired = QUERY".formatted(line));
    }
    String set = matcher.group("set");
    return new Rule(
        line,
        set == null ? CapabilitySet.NONE : CapabilitySet.of(set.split(",")),
        matcher.group("when").strip(),
        Limit.valueOf(matcher.group("what").toUpperCase(Locale.ROOT)),
        matcher.group("size").strip());
  }
}
