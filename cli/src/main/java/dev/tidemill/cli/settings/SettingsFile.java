package dev.tidemill.cli.settings;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.tidemill.core.config.ConfigSource;
import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code tidemill.yaml}: nested keys, flattened to paths. */
final class SettingsFile {
  private static final String NAME = "tidemill.yaml";

  private SettingsFile() {}

  /** A file that was named must be there; the one with the usual name may be. */
  static Optional<ConfigSource> find(@Nullable String named, Path folder) {
    Path file = folder.resolve(named == null ? NAME : named);
    if (named == null && !Files.exists(file)) {
      return Optional.empty();
    }
    return Optional.of(read(file));
  }

  private static ConfigSource read(Path file) {
    if (!Files.isRegularFile(file)) {
      throw broken(file, "there is no such file").exception();
    }
    var mapper =
        new ObjectMapper(
            YAMLFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build());
    try {
      JsonNode root = mapper.readTree(Files.readString(file));
      var values = new LinkedHashMap<String, String>();
      if (root != null && !root.isNull() && !root.isMissingNode()) {
        if (!root.isObject()) {
          throw broken(file, "it holds no keys").exception();
        }
        flatten("", root, values);
      }
      return new ConfigSource(String.valueOf(file.getFileName()), values);
    } catch (JsonProcessingException e) {
      var at = e.getLocation();
      String where = at == null ? "" : "line %d: ".formatted(at.getLineNr());
      throw broken(file, where + firstLine(e.getOriginalMessage())).exception(e);
    } catch (IOException e) {
      throw broken(file, e.toString()).exception(e);
    }
  }

  private static void flatten(String path, JsonNode node, Map<String, String> values) {
    if (node.isObject()) {
      node.properties()
          .forEach(
              entry ->
                  flatten(
                      path.isEmpty() ? entry.getKey() : path + "." + entry.getKey(),
                      entry.getValue(),
                      values));
    } else if (node.isArray()) {
      var items = new ArrayList<String>();
      node.forEach(item -> items.add(item.asText()));
      values.put(path, String.join(",", items));
    } else if (!node.isNull()) {
      values.put(path, node.asText());
    }
  }

  private static Problem broken(Path file, String why) {
    return Problem.of(CoreError.INVALID_CONFIG, "the settings in " + file + " cannot be read")
        .field("config")
        .cause(why)
        .next("correct the file, or name another with --config");
  }

  private static String firstLine(String text) {
    return text.lines().findFirst().orElse("not YAML");
  }
}
