package dev.tidemill.cli.output;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Results as JSON, the same shapes as the REST API has. */
public final class JsonText {
  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private JsonText() {}

  public static void print(PrintStream out, Object object) {
    try {
      out.println(MAPPER.writeValueAsString(object));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a result could not be written as JSON", e);
    }
  }

  /** Lists are {@code {items, next}} everywhere. */
  public static void printList(PrintStream out, List<? extends Map<String, ?>> items) {
    var list = new LinkedHashMap<String, Object>();
    list.put("items", items);
    list.put("next", null);
    print(out, list);
  }
}
