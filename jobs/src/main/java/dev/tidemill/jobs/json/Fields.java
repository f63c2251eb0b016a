package dev.tidemill.jobs.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.tidemill.core.NameSuggestion;
import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads the fields of a JSON object. What is missing, of the wrong kind or out of range is {@code
 * INVALID_INPUT} with the path of the field. For one thread.
 */
public final class Fields {
  private static final BigDecimal TEN_YEARS = BigDecimal.valueOf(315_360_000);

  private final JsonNode node;
  private final String path;
  private final Set<String> asked = new HashSet<>();

  private Fields(JsonNode node, String path) {
    if (!node.isObject()) {
      throw wrong(path.isEmpty() ? "body" : path, "an object", node);
    }
    this.node = node;
    this.path = path;
  }

  public static Fields of(JsonNode node) {
    return new Fields(node, "");
  }

  public boolean has(String name) {
    return !value(name).isNull();
  }

  public String text(String name) {
    String text = textOrNull(name);
    if (text == null) {
      throw missing(name);
    }
    return text;
  }

  public @Nullable String textOrNull(String name) {
    JsonNode value = value(name);
    if (value.isNull()) {
      return null;
    }
    if (!value.isTextual()) {
      throw wrong(at(name), "a text", value);
    }
    return value.asText();
  }

  public String text(String name, String fallback) {
    String text = textOrNull(name);
    return text == null ? fallback : text;
  }

  public long number(String name, long least, long most) {
    JsonNode value = value(name);
    if (value.isNull()) {
      throw missing(name);
    }
    if (!value.isIntegralNumber()
        || !value.canConvertToLong()
        || value.asLong() < least
        || value.asLong() > most) {
      throw wrong(at(name), "a whole number from %d to %d".formatted(least, most), value);
    }
    return value.asLong();
  }

  public int number(String name, int least, int most, int fallback) {
    return has(name) ? Math.toIntExact(number(name, (long) least, (long) most)) : fallback;
  }

  public boolean flag(String name) {
    JsonNode value = value(name);
    if (!value.isNull() && !value.isBoolean()) {
      throw wrong(at(name), "true or false", value);
    }
    return value.asBoolean(false);
  }

  public Duration seconds(String name, Duration fallback) {
    JsonNode value = value(name);
    if (value.isNull()) {
      return fallback;
    }
    BigDecimal seconds = value.isNumber() ? value.decimalValue() : BigDecimal.ONE.negate();
    if (seconds.signum() < 0 || seconds.compareTo(TEN_YEARS) > 0) {
      throw wrong(at(name), "a number of seconds, at most ten years", value);
    }
    return Times.duration(seconds);
  }

  public Duration seconds(String name) {
    if (!has(name)) {
      throw missing(name);
    }
    return seconds(name, Duration.ZERO);
  }

  public Instant instant(String name) {
    Instant instant = instantOrNull(name);
    if (instant == null) {
      throw missing(name);
    }
    return instant;
  }

  public @Nullable Instant instantOrNull(String name) {
    String text = textOrNull(name);
    try {
      return text == null ? null : Instant.parse(text);
    } catch (DateTimeException e) {
      throw wrong(at(name), "a time such as 2030-01-31T12:00:00Z", value(name));
    }
  }

  /** One of an enum's names in lower case. */
  public <E extends Enum<E>> E word(String name, Class<E> words) {
    return Words.parse(words, at(name), text(name));
  }

  public <E extends Enum<E>> E word(String name, Class<E> words, E fallback) {
    return has(name) ? word(name, words) : fallback;
  }

  public List<String> texts(String name) {
    var texts = new ArrayList<String>();
    for (JsonNode element : array(name)) {
      if (!element.isTextual()) {
        throw wrong(at(name), "a list of texts", element);
      }
      texts.add(element.asText());
    }
    return texts;
  }

  public List<Fields> objects(String name) {
    var objects = new ArrayList<Fields>();
    for (JsonNode element : array(name)) {
      objects.add(new Fields(element, "%s[%d]".formatted(at(name), objects.size())));
    }
    return objects;
  }

  public Fields object(String name) {
    return new Fields(value(name), at(name));
  }

  /** Of an object whose names are not known beforehand. */
  public List<String> names() {
    var names = new ArrayList<String>();
    node.fieldNames().forEachRemaining(names::add);
    return names;
  }

  /** What stands there, as it is; null as JSON knows it where nothing does. */
  public JsonNode value(String name) {
    asked.add(name);
    JsonNode value = node.get(name);
    return value == null ? NullNode.instance : value;
  }

  /** Makes something of what was read; its own objections become the field's. */
  public <T> T make(String name, Supplier<T> maker) {
    try {
      return maker.get();
    } catch (IllegalArgumentException e) {
      throw Problem.of(CoreError.INVALID_INPUT, String.valueOf(e.getMessage()))
          .field(at(name))
          .exception();
    }
  }

  /** For what people write: refuses every field that nobody asked for. */
  public void noMore() {
    for (String name : names()) {
      if (!asked.contains(name)) {
        throw Problem.of(CoreError.INVALID_INPUT, "there is no field '%s'".formatted(name))
            .field(at(name))
            .next(
                NameSuggestion.closest(name, asked)
                    .map(near -> "did you mean " + near + "?")
                    .orElse("known are " + String.join(", ", asked.stream().sorted().toList())))
            .exception();
      }
    }
  }

  public RuntimeException missing(String name) {
    return Problem.of(CoreError.INVALID_INPUT, "'%s' is missing".formatted(at(name)))
        .field(at(name))
        .exception();
  }

  public String at(String name) {
    return path.isEmpty() ? name : path + "." + name;
  }

  private JsonNode array(String name) {
    JsonNode value = value(name);
    if (!value.isNull() && !value.isArray()) {
      throw wrong(at(name), "a list", value);
    }
    return value;
  }

  private static RuntimeException wrong(String field, String wanted, JsonNode got) {
    String text = got.toString();
    String shown = text.length() <= 60 ? text : text.substring(0, 60) + "…";
    return Problem.of(CoreError.INVALID_INPUT, "'%s' must be %s".formatted(field, wanted))
        .field(field)
        .cause("got " + shown)
        .exception();
  }
}
