package dev.tidemill.metrics.segment;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.tidemill.promql.series.Labels;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;

/** Labels as a JSON object, names in order: one text for the same labels, and SQL can read it. */
final class LabelsText {
  /** Names come from outside: they must not fill the JVM's table of constants. */
  private static final JsonFactory JSON =
      JsonFactory.builder().disable(JsonFactory.Feature.INTERN_FIELD_NAMES).build();

  private LabelsText() {}

  static byte[] write(Labels labels) {
    var bytes = new ByteArrayOutputStream();
    try (JsonGenerator out = JSON.createGenerator(bytes)) {
      out.writeStartObject();
      labels.forEach(
          (name, value) -> {
            try {
              out.writeStringField(name, value);
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
      out.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  static Labels read(byte[] bytes, int from, int length) throws IOException {
    var labels = new HashMap<String, String>();
    // As a text: from bytes, Jackson 2.21 cannot read names with both escapes and rare characters.
    try (JsonParser in = JSON.createParser(new String(bytes, from, length, UTF_8))) {
      if (in.nextToken() != JsonToken.START_OBJECT) {
        throw new IOException("no labels: " + new String(bytes, from, length, UTF_8));
      }
      for (String name; (name = in.nextFieldName()) != null; ) {
        labels.put(name, in.nextTextValue());
      }
    }
    return Labels.of(labels);
  }
}
