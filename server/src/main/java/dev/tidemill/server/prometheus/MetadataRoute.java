package dev.tidemill.server.prometheus;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tidemill.metrics.metadata.Metadata;
import dev.tidemill.metrics.metadata.MetadataBook;
import dev.tidemill.server.route.Answer;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/** {@code metadata}: one word on each metric, the latest. */
final class MetadataRoute {
  private final MetadataBook book;

  MetadataRoute(MetadataBook book) {
    this.book = book;
  }

  Answer answer(Form form) throws IOException {
    int limit = form.text("limit").isPresent() ? form.limit() : Integer.MAX_VALUE;
    Optional<String> metric = form.text("metric");
    Map<String, Metadata> all =
        metric.isEmpty()
            ? book.all()
            : book.find(metric.get()).map(found -> Map.of(metric.get(), found)).orElse(Map.of());
    return ApiAnswer.success(
        out -> {
          out.writeStartObject();
          int left = limit;
          for (var entry : all.entrySet()) {
            if (left-- <= 0) {
              break;
            }
            out.writeArrayFieldStart(entry.getKey());
            write(entry.getValue(), out);
            out.writeEndArray();
          }
          out.writeEndObject();
        });
  }

  private static void write(Metadata metadata, JsonGenerator out) throws IOException {
    out.writeStartObject();
    out.writeStringField("type", metadata.type());
    out.writeStringField("help", metadata.help());
    out.writeStringField("unit", metadata.unit());
    out.writeEndObject();
  }
}
