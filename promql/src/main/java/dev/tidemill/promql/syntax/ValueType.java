package dev.tidemill.promql.syntax;

/** What an expression evaluates to at each step. */
public enum ValueType {
  SCALAR("scalar", "scalar"),
  VECTOR("instant vector", "vector"),
  MATRIX("range vector", "matrix"),
  STRING("string", "string");

  private final String title;
  private final String code;

  ValueType(String title, String code) {
    this.title = title;
    this.code = code;
  }

  /** As users know it. */
  public String title() {
    return title;
  }

  /** As the HTTP API calls it. */
  public String code() {
    return code;
  }
}
