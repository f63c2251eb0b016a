package dev.tidemill.server.prometheus;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.tidemill.server.route.Answer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;

/** {@code {status, data, warnings, infos}} and {@code {status, errorType, error}}. */
final class ApiAnswer {
  static final JsonFactory JSON = new JsonFactory();

  private ApiAnswer() {}

  /** Writes what is behind {@code "data":}. */
  @FunctionalInterface
  interface Data {
    void write(JsonGenerator out) throws IOException;
  }

  static Answer success(Data data) throws IOException {
    return success(data, List.of(), List.of());
  }

  static Answer success(Data data, List<String> warnings, List<String> infos) throws IOException {
    return write(
        200,
        out -> {
          out.writeStringField("status", "success");
          out.writeFieldName("data");
          data.write(out);
          texts("warnings", warnings, out);
          texts("infos", infos, out);
        });
  }

  static Answer error(ApiError error, String message) throws IOException {
    return write(
        error.status,
        out -> {
          out.writeStringField("status", "error");
          out.writeStringField("errorType", error.type);
          out.writeStringField("error", message);
        });
  }

  static Data texts(Iterable<String> texts) {
    return out -> {
      out.writeStartArray();
      for (String text : texts) {
        out.writeString(text);
      }
      out.writeEndArray();
    };
  }

  /** JSON that is already text. */
  static Data raw(String json) {
    return out -> out.writeRawValue(json);
  }

  private static void texts(String field, List<String> texts, JsonGenerator out)
      throws IOException {
    if (!texts.isEmpty()) {
      out.writeFieldName(field);
      texts(texts).write(out);
    }
  }

  private static Answer write(int status, Data fields) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (JsonGenerator out = JSON.createGenerator(bytes)) {
      out.writeStartObject();
      fields.write(out);
      out.writeEndObject();
    }
    return new Answer.Full(status, Answer.JSON, Map.of(), ByteBuffer.wrap(bytes.toByteArray()));
  }

  static Answer text(int status, String text) {
    return new Answer.Full(
        status, "text/plain; charset=utf-8", Map.of(), ByteBuffer.wrap(text.getBytes(UTF_8)));
  }
}
