package dev.tidemill.promql.syntax;

/** Where in the text something stands: from {@code start} up to, without, {@code end}. */
public record Span(int start, int end) {

  public Span to(Span last) {
    return new Span(start, last.end);
  }

  /** {@code line:column} of the start, both from 1. */
  public String position(String text) {
    int at = Math.min(start, text.length());
    int line = 1;
    int lineStart = 0;
    for (int i = 0; i < at; i++) {
      if (text.charAt(i) == '\n') {
        line++;
        lineStart = i + 1;
      }
    }
    return line + ":" + (at - lineStart + 1);
  }
}
