package dev.tidemill.jobs.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Text and JSON. Numbers keep every digit; a name that stands twice is an error. */
public final class Json {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          // Half a surrogate pair from a handler's message must not cost the whole message.
          .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private Json() {}

  public static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  /** Any text whatever, as ASCII. */
  public static String write(JsonNode node) {
    try {
      return MAPPER.writeValueAsString(node);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("cannot be written as JSON", e);
    }
  }

  /** What a caller sent. */
  public static JsonNode read(byte[] bytes) {
    try {
      JsonNode node = MAPPER.readTree(new String(bytes, UTF_8));
      if (node != null && !node.isMissingNode()) {
        return node;
      }
    } catch (JsonProcessingException e) {
      throw notJson(
          "line %d, column %d: %s"
              .formatted(
                  e.getLocation() == null ? 0 : e.getLocation().getLineNr(),
                  e.getLocation() == null ? 0 : e.getLocation().getColumnNr(),
                  firstLine(String.valueOf(e.getOriginalMessage()))));
    }
    throw notJson("it is empty");
  }

  /** Text that the program itself has written. */
  public static ObjectNode readObject(String text) {
    return read(text.getBytes(UTF_8)) instanceof ObjectNode object ? object : object();
  }

  /** Text that the program itself has written. */
  public static ArrayNode readArray(String text) {
    return read(text.getBytes(UTF_8)) instanceof ArrayNode array ? array : MAPPER.createArrayNode();
  }

  /** Text that ought to be JSON, embedded as what it is; as a text where it is not. */
  static JsonNode embed(@Nullable String text) {
    return text == null ? NullNode.instance : parse(text).orElseGet(() -> TextNode.valueOf(text));
  }

  /** The way back from {@link #embed}; text that was no JSON comes back as a JSON string. */
  static @Nullable String text(JsonNode node) {
    return node.isNull() ? null : node.toString();
  }

  /** Text of any kind: objects and lists are embedded, everything else stays the text it is. */
  static JsonNode embedObject(@Nullable String text) {
    if (text == null) {
      return NullNode.instance;
    }
    return parse(text).filter(JsonNode::isContainerNode).orElseGet(() -> TextNode.valueOf(text));
  }

  /** The way back from {@link #embedObject}. */
  static @Nullable String freeText(JsonNode node) {
    return node.isTextual() ? node.asText() : text(node);
  }

  static ArrayNode texts(Iterable<String> texts) {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    texts.forEach(array::add);
    return array;
  }

  static ArrayNode array(List<? extends JsonNode> nodes) {
    return JsonNodeFactory.instance.arrayNode().addAll(nodes);
  }

  private static Optional<JsonNode> parse(String text) {
    try {
      JsonNode node = MAPPER.readTree(text);
      return node == null || node.isMissingNode() ? Optional.empty() : Optional.of(node);
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }

  private static RuntimeException notJson(String why) {
    return Problem.of(CoreError.INVALID_INPUT, "the body is not JSON")
        .field("body")
        .cause(why)
        .exception();
  }

  private static String firstLine(String text) {
    return text.lines().findFirst().orElse("");
  }
}
