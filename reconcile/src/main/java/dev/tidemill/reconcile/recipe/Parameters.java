package dev.tidemill.reconcile.recipe;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemill.core.NameSuggestion;
import dev.tidemill.core.error.Problem;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Puts values in the place of {@code "${name}"}. Only whole values of the fields below can be one:
 * never a name, a column or an address, so that a parameter cannot change what a recipe reads.
 */
final class Parameters {
  private static final Set<String> PLACES =
      Set.of("threshold", "relative", "days", "business_days", "value");
  private static final Pattern REFERENCE = Pattern.compile("\\$\\{([^}]*)}");
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,63}");
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private enum Type implements Worded {
    NUMBER("number"),
    TEXT("text"),
    DATE("date"),
    BOOLEAN("boolean");

    private final String word;

    Type(String word) {
      this.word = word;
    }

    @Override
    public String word() {
      return word;
    }
  }

  private final Faults faults;
  private final Map<String, JsonNode> values = new HashMap<>();

  Parameters(Faults faults) {
    this.faults = faults;
  }

  JsonNode fillIn(JsonNode recipe, Map<String, String> given, boolean invent) {
    JsonNode declared = recipe.path("parameters");
    if (!declared.isMissingNode() && !declared.isObject()) {
      faults.add("/parameters", "parameters must be an object");
    }
    declared.properties().forEach(e -> declare(e.getKey(), e.getValue(), given, invent));
    for (String name : given.keySet()) {
      if (!declared.has(name)) {
        var known = declared.properties().stream().map(Map.Entry::getKey).toList();
        fault(
            "/parameters",
            "there is no parameter " + name,
            NameSuggestion.closest(name, known)
                .map("did you mean %s?"::formatted)
                .orElse("declared: " + String.join(", ", known)));
      }
    }
    ObjectNode filled = recipe.deepCopy();
    filled.remove("parameters");
    replaceIn(filled, "");
    if (declared.isObject()) {
      filled.set("parameters", NODES.objectNode());
    }
    return filled;
  }

  private void declare(String name, JsonNode spec, Map<String, String> given, boolean invent) {
    Fields fields = Fields.of(spec, "/parameters/" + name, faults);
    if (!NAME.matcher(name).matches()) {
      faults.add("/parameters", "a parameter's name has letters, digits and _ only");
    }
    if (!fields.has("type")) {
      faults.add(fields.at("type"), "type is missing");
    }
    Type type = fields.word("type", Type.values());
    JsonNode otherwise = fields.get("default");
    fields.done("description");
    if (type == null) {
      values.put(name, NODES.missingNode());
      return;
    }
    JsonNode value = null;
    String text = given.get(name);
    if (text != null) {
      value = parsed(type, text);
    } else if (otherwise != null) {
      value = parsed(type, otherwise.asText());
    } else if (invent) {
      value = invented(type);
    } else {
      fault(
          "/parameters/" + name,
          "parameter %s has no value".formatted(name),
          "give one when you start the run, or a default in the recipe");
      values.put(name, NODES.missingNode());
      return;
    }
    if (value == null) {
      fault(
          "/parameters/" + name,
          "parameter %s is not a %s".formatted(name, type.word()),
          type == Type.DATE ? "write dates as 2026-01-31" : "give a " + type.word());
    }
    values.put(name, value == null ? NODES.missingNode() : value);
  }

  private static JsonNode invented(Type type) {
    return switch (type) {
      case NUMBER -> NODES.numberNode(1);
      case TEXT -> NODES.textNode("text");
      case DATE -> NODES.textNode("2000-01-01");
      case BOOLEAN -> NODES.booleanNode(true);
    };
  }

  private static @Nullable JsonNode parsed(Type type, String text) {
    try {
      return switch (type) {
        case NUMBER -> text.length() > 40 ? null : NODES.numberNode(new BigDecimal(text.strip()));
        case TEXT -> NODES.textNode(text);
        case DATE -> NODES.textNode(LocalDate.parse(text.strip()).toString());
        case BOOLEAN ->
            text.equals("true") || text.equals("false")
                ? NODES.booleanNode(text.equals("true"))
                : null;
      };
    } catch (NumberFormatException | DateTimeException e) {
      return null;
    }
  }

  private void replaceIn(JsonNode node, String path) {
    if (node instanceof ObjectNode object) {
      for (var field : Set.copyOf(object.properties())) {
        String at = path + "/" + field.getKey();
        if (PLACES.contains(field.getKey())) {
          object.set(field.getKey(), replaced(field.getValue(), at));
        } else {
          replaceIn(field.getValue(), at);
        }
      }
    } else if (node instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        replaceIn(array.get(i), path + "/" + i);
      }
    }
  }

  private JsonNode replaced(JsonNode value, String path) {
    if (value instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        array.set(i, replaced(array.get(i), path + "/" + i));
      }
      return array;
    }
    Matcher reference = REFERENCE.matcher(value.isTextual() ? value.textValue() : "");
    if (!reference.matches()) {
      return value;
    }
    JsonNode known = values.get(reference.group(1));
    if (known == null) {
      faults.unknown(
          path,
          "parameter",
          reference.group(1),
          NameSuggestion.closest(reference.group(1), values.keySet()),
          values.keySet());
    }
    // What has no value was told already; a 0 keeps its place without a second complaint.
    return known == null || known.isMissingNode() ? NODES.numberNode(0) : known;
  }

  private void fault(String path, String message, String next) {
    faults.add(Problem.of(RecipeError.RECIPE_PARAMETER, message).field(path).next(next));
  }
}
