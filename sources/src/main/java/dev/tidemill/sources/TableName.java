package dev.tidemill.sources;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A table, perhaps in a schema. Names are taken as they are written, letter case included; a name
 * that holds a dot is written in double quotes, a quote in it doubled.
 */
public record TableName(@Nullable String schema, String name) {

  /** Empty when the text is no name of one or two parts. */
  static Optional<TableName> parse(String text) {
    var parts = new ArrayList<String>();
    int at = 0;
    while (at <= text.length()) {
      var part = new StringBuilder();
      at = text.startsWith("\"", at) ? quoted(text, at + 1, part) : plain(text, at, part);
      if (at < 0 || part.isEmpty() || part.indexOf("\0") >= 0) {
        return Optional.empty();
      }
      parts.add(part.toString());
      if (at == text.length()) {
        return of(parts);
      }
      if (text.charAt(at) != '.') {
        return Optional.empty();
      }
      at++;
    }
    return Optional.empty();
  }

  private static Optional<TableName> of(List<String> parts) {
    return switch (parts.size()) {
      case 1 -> Optional.of(new TableName(null, parts.getFirst()));
      case 2 -> Optional.of(new TableName(parts.getFirst(), parts.getLast()));
      default -> Optional.empty();
    };
  }

  private static int plain(String text, int from, StringBuilder part) {
    int dot = text.indexOf('.', from);
    int end = dot < 0 ? text.length() : dot;
    part.append(text, from, end);
    return part.indexOf("\"") >= 0 ? -1 : end;
  }

  private static int quoted(String text, int from, StringBuilder part) {
    for (int i = from; i < text.length(); i++) {
      if (text.charAt(i) != '"') {
        part.append(text.charAt(i));
      } else if (i + 1 < text.length() && text.charAt(i + 1) == '"') {
        part.append('"');
        i++;
      } else {
        return i + 1;
      }
    }
    return -1;
  }

  private static String written(String part) {
    return part.contains(".") || part.contains("\"")
        ? '"' + part.replace("\"", "\"\"") + '"'
        : part;
  }

  @Override
  public String toString() {
    return schema == null ? written(name) : written(schema) + "." + written(name);
  }
}
