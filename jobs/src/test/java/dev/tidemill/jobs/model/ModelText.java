package dev.tidemill.jobs.model;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tidemill.core.error.Problem;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is kept as text. */
final class ModelText {
  private static final JsonMapper JSON = new JsonMapper();

  private ModelText() {}

  static String json(Map<String, ?> fields) {
    try {
      return JSON.writeValueAsString(fields);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  static String error(Problem problem) {
    var fields = new LinkedHashMap<String, @Nullable String>();
    fields.put("code", problem.code().name());
    fields.put("message", clean(problem.message()));
    fields.put("cause", clean(problem.cause()));
    fields.values().removeIf(value -> value == null);
    return json(fields);
  }

  /** No character 0 and no half of a pair. */
  static @Nullable String clean(@Nullable String text) {
    if (text == null) {
      return null;
    }
    var clean = new StringBuilder();
    text.codePoints()
        .forEach(c -> clean.appendCodePoint(c == 0 || (c >= 0xD800 && c <= 0xDFFF) ? 0xFFFD : c));
    return clean.toString();
  }
}
