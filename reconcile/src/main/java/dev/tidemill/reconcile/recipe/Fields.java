package dev.tidemill.reconcile.recipe;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.tidemill.core.NameSuggestion;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The fields of one JSON object. Every question is also noted as a known name, so that {@link
 * #done} can tell the unknown ones. What is wrong goes to the faults and reads as absent.
 */
final class Fields {
  private final JsonNode object;
  private final String path;
  private final Faults faults;
  private final Set<String> known = new LinkedHashSet<>();

  Fields(JsonNode object, String path, Faults faults) {
    this.object = object;
    this.path = path;
    this.faults = faults;
  }

  String at(String name) {
    return path + "/" + name.replace("~", "~0").replace("/", "~1");
  }

  boolean has(String name) {
    known.add(name);
    JsonNode node = object.get(name);
    return node != null && !node.isNull();
  }

  @Nullable JsonNode get(String name) {
    return has(name) ? object.get(name) : null;
  }

  /** Only in version 1.1: absent and a fault in 1.0. */
  @Nullable JsonNode newer(String name, String version) {
    JsonNode node = get(name);
    if (node != null && version.equals("1.0")) {
      faults.add(at(name), name + " needs version 1.1", "set \"version\": \"1.1\"");
    }
    return node;
  }

  @Nullable String text(String name, int most) {
    JsonNode node = get(name);
    if (node == null) {
      return null;
    }
    return faults.text(node, at(name), name, most);
  }

  String requiredText(String name, int most) {
    if (!has(name)) {
      faults.add(at(name), name + " is missing");
      return "";
    }
    String text = text(name, most);
    return text == null ? "" : text;
  }

  boolean truth(String name) {
    JsonNode node = get(name);
    if (node != null && !node.isBoolean()) {
      faults.add(at(name), "%s must be true or false".formatted(name));
    }
    return node != null && node.asBoolean();
  }

  /** An amount that decimals can hold exactly: up to 18 digits before and 9 after the point. */
  @Nullable BigDecimal amount(String name) {
    JsonNode node = get(name);
    if (node == null) {
      return null;
    }
    if (!node.isNumber()) {
      faults.add(at(name), "%s must be a number".formatted(name));
      return null;
    }
    BigDecimal value = node.decimalValue();
    if (value.signum() != 0) {
      value = value.stripTrailingZeros();
    }
    if (value.scale() > 9 || value.precision() - value.scale() > 18) {
      faults.add(
          at(name), "%s has more than 18 digits before or 9 after the point".formatted(name));
      return null;
    }
    if (value.signum() < 0) {
      faults.add(at(name), "%s is negative".formatted(name));
      return null;
    }
    return value.scale() < 0 ? value.setScale(0) : value;
  }

  @Nullable Integer integer(String name, int least, int most) {
    JsonNode node = get(name);
    if (node == null) {
      return null;
    }
    if (!node.canConvertToExactIntegral()
        || !node.canConvertToInt()
        || node.asInt() < least
        || node.asInt() > most) {
      faults.add(at(name), "%s must be a whole number from %d to %d".formatted(name, least, most));
      return null;
    }
    return node.asInt();
  }

  <E extends Enum<E> & Worded> @Nullable E word(String name, E[] all) {
    JsonNode node = get(name);
    return node == null ? null : faults.word(node, at(name), name, all);
  }

  /** Its elements; none, and a fault, when it is no array or has too many. */
  List<JsonNode> array(String name, int most) {
    JsonNode node = get(name);
    var elements = new ArrayList<JsonNode>();
    if (node == null) {
      return elements;
    }
    if (!node.isArray()) {
      faults.add(at(name), "%s must be an array".formatted(name));
    } else if (node.size() > most) {
      faults.add(at(name), "%s has %d elements, at most %d".formatted(name, node.size(), most));
    } else {
      node.forEach(elements::add);
    }
    return elements;
  }

  List<String> texts(String name, int most, int mostLetters) {
    var texts = new ArrayList<String>();
    for (JsonNode node : array(name, most)) {
      String text = faults.text(node, at(name) + "/" + texts.size(), name, mostLetters);
      texts.add(text == null ? "" : text);
    }
    return texts;
  }

  /** The object of that name; empty, and a fault, when it is missing or something else. */
  Fields object(String name) {
    JsonNode node = get(name);
    if (node == null) {
      faults.add(at(name), name + " is missing");
    }
    return of(node == null ? JsonNodeFactory.instance.objectNode() : node, at(name), faults);
  }

  static Fields of(JsonNode node, String path, Faults faults) {
    if (node.isObject()) {
      return new Fields(node, path, faults);
    }
    faults.add(path, "an object is expected here");
    return new Fields(JsonNodeFactory.instance.objectNode(), path, faults);
  }

  /** Names every field that nobody asked for. */
  void done(String... alsoKnown) {
    known.addAll(Arrays.asList(alsoKnown));
    object
        .fieldNames()
        .forEachRemaining(
            name -> {
              if (!known.contains(name)) {
                faults.unknown(at(name), "field", name, NameSuggestion.closest(name, known), known);
              }
            });
  }
}
