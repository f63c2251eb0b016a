package dev.tidemill.storage;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.job.Epoch;
import dev.tidemill.core.job.Output;
import dev.tidemill.core.job.RunId;
import java.io.IOException;
import java.util.List;

/**
 * The JSON of a manifest. Fields appear in the order of these records, without white space. Reading
 * is strict: a field that is unknown, missing or doubled is an error, because a manifest that is
 * half understood is one that silently leaves objects out.
 */
final class ManifestJson {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .build();

  private ManifestJson() {}

  record Json(int version, String run, List<JsonEntry> entries) {}

  record JsonEntry(
      String name,
      String object,
      long bytes,
      long rows,
      String checksum,
      long epoch,
      long generation) {

    static JsonEntry of(Manifest.Entry entry) {
      Output o = entry.output();
      return new JsonEntry(
          o.name(),
          o.object(),
          o.bytes(),
          o.rows(),
          o.checksum(),
          entry.epoch().value(),
          entry.generation());
    }

    Manifest.Entry entry() {
      var output = new Output(name, object, bytes, rows, checksum);
      return new Manifest.Entry(output, new Epoch(epoch), generation);
    }
  }

  static byte[] write(Manifest manifest) {
    var entries = manifest.entries().stream().map(JsonEntry::of).toList();
    try {
      return MAPPER.writeValueAsBytes(
          new Json(manifest.version(), manifest.run().toString(), entries));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a manifest of plain values must be writable", e);
    }
  }

  static Manifest read(byte[] json) {
    try {
      requireKnownVersion(json);
      Json read = MAPPER.readValue(json, Json.class);
      var entries = read.entries().stream().map(JsonEntry::entry).toList();
      return new Manifest(read.version(), RunId.parse(read.run()), entries);
    } catch (IOException | IllegalArgumentException e) {
      throw Problem.of(StorageError.INVALID_MANIFEST, "a manifest could not be read")
          .cause(e.toString())
          .exception(e);
    }
  }

  /** Before its fields are judged: another version may have others. */
  private static void requireKnownVersion(byte[] json) throws IOException {
    var version = MAPPER.readTree(json).path("version");
    if (version.isInt() && version.intValue() != Manifest.VERSION) {
      throw Manifest.invalid(
          "a manifest has version %s; this program knows %d".formatted(version, Manifest.VERSION));
    }
  }
}
