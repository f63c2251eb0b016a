package dev.tidemill.reconcile.recipe;

/** Recipes that differ in one place only. */
final class Recipes {
  private Recipes() {}

  static String with(String version, String rules) {
    return """
        {"version": "%s", "recipe_id": "r",
         "sources": {"left": {"alias": "a", "uri": "a.csv"}, "right": {"alias": "b", "uri": "b.csv"}},
         "match_rules": [%s]}
        """
        .formatted(version, rules);
  }

  static String rule(String pattern, String conditions) {
    return "{\"name\": \"n\", \"pattern\": \"%s\", \"conditions\": [%s]}"
        .formatted(pattern, conditions);
  }

  static String condition(String op, String more) {
    return "{\"left\": \"x\", \"right\": \"y\", \"op\": \"%s\"%s}".formatted(op, more);
  }

  /** A 1:1 rule of that one condition, in version 1.1. */
  static String oneCondition(String op, String more) {
    return with("1.1", rule("1:1", condition(op, more)));
  }

  static String withSource(String more) {
    return """
        {"version": "1.1", "recipe_id": "r",
         "sources": {"left": {"alias": "a", "uri": "a.csv"%s}, "right": {"alias": "b", "uri": "b.csv"}},
         "match_rules": [%s]}
        """
        .formatted(more, rule("1:1", condition("eq", "")));
  }

  static String withTop(String more) {
    return """
        {"version": "1.1", "recipe_id": "r",
         "sources": {"left": {"alias": "a", "uri": "a.csv"}, "right": {"alias": "b", "uri": "b.csv"}},
         "match_rules": [%s]%s}
        """
        .formatted(rule("1:1", condition("eq", "")), more);
  }
}
