package dev.tidemill.server.prometheus;

import dev.tidemill.core.error.TidemillException;
import dev.tidemill.metrics.ingest.Ingester;
import dev.tidemill.metrics.ingest.OpenMetrics;
import dev.tidemill.metrics.ingest.RemoteWrite;
import dev.tidemill.metrics.ingest.SampleList;
import dev.tidemill.metrics.metadata.MetadataBook;
import dev.tidemill.server.route.Answer;
import dev.tidemill.server.route.Request;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Remote write, and import of text. */
final class WriteRoutes {
  private static final int IMPORT_BATCH = 100_000;

  private final Ingester ingester;
  private final MetadataBook metadata;

  WriteRoutes(Ingester ingester, MetadataBook metadata) {
    this.ingester = ingester;
    this.metadata = metadata;
  }

  /** 204 when all is committed; 4xx is never sent again by Prometheus, 5xx is. */
  Answer write(Request request) throws InterruptedException {
    String type = request.header("content-type").orElse("application/x-protobuf");
    String encoding = request.header("content-encoding").orElse("snappy");
    if (!type.startsWith("application/x-protobuf") || !encoding.equalsIgnoreCase("snappy")) {
      return ApiAnswer.text(415, "only protobuf compressed by snappy is taken\n");
    }
    try {
      RemoteWrite.Parsed parsed = RemoteWrite.parse(bytes(request), type);
      ingester.write(parsed.series());
      metadata.learn(parsed.metadata());
      return answer(parsed);
    } catch (TidemillException e) {
      return ApiAnswer.text(e.code().httpStatus(), ApiError.words(e) + "\n");
    }
  }

  /** Part of a request is stored when part of it cannot be: that is what 2.0 asks for. */
  private static Answer answer(RemoteWrite.Parsed parsed) {
    var written =
        Map.of(
            "x-prometheus-remote-write-samples-written", String.valueOf(parsed.samples()),
            "x-prometheus-remote-write-histograms-written", "0",
            "x-prometheus-remote-write-exemplars-written", "0");
    if (parsed.histograms() > 0) {
      String told =
          "%d native histograms were refused, which are not stored; the %d samples were stored\n"
              .formatted(parsed.histograms(), parsed.samples());
      return new Answer.Full(
          400, "text/plain; charset=utf-8", written, StandardCharsets.UTF_8.encode(told));
    }
    return new Answer.Full(204, "text/plain; charset=utf-8", written, ByteBuffer.allocate(0));
  }

  /** What comes before a line that cannot be read may have been stored. */
  Answer importText(Request request) throws IOException, InterruptedException {
    var decoder = StandardCharsets.UTF_8.newDecoder();
    var reader =
        new BufferedReader(
            new InputStreamReader(new ByteArrayInputStream(bytes(request)), decoder));
    var text = new OpenMetrics(reader);
    long samples = 0;
    try {
      for (List<SampleList> some = text.next(IMPORT_BATCH);
          !some.isEmpty();
          some = text.next(IMPORT_BATCH)) {
        ingester.write(some);
        samples += some.stream().mapToLong(SampleList::size).sum();
      }
      metadata.learn(text.metadata());
    } catch (CharacterCodingException e) {
      throw new BadParameter("the text is not UTF-8");
    }
    String told = "{\"samples\":" + samples + "}";
    return ApiAnswer.success(ApiAnswer.raw(told));
  }

  private static byte[] bytes(Request request) {
    byte[] bytes = new byte[request.body().remaining()];
    request.body().duplicate().get(bytes);
    return bytes;
  }
}
