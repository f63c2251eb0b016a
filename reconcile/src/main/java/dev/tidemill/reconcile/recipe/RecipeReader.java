package dev.tidemill.reconcile.recipe;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemill.core.error.Problem;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Reads a recipe; every problem is told at once in a {@link RecipeException}. */
public final class RecipeReader {
  static final int NAME = 200;
  private static final int URI = 4000;
  private static final int RULES = 100;
  private static final int KEY_COLUMNS = 16;

  private final Faults faults = new Faults();
  private String version = "1.1";

  private RecipeReader() {}

  public static Recipe read(String json) {
    return read(json, Map.of());
  }

  /**
   * @param parameters values for what the recipe declares under {@code parameters}
   */
  public static Recipe read(String json, Map<String, String> parameters) {
    return new RecipeReader().recipe(json, parameters, false);
  }

  /** Without values for parameters: those without a default are taken to be some fitting value. */
  public static Recipe readWithoutParameters(String json) {
    return new RecipeReader().recipe(json, Map.of(), true);
  }

  private Recipe recipe(String json, Map<String, String> parameters, boolean invent) {
    JsonNode written = RecipeJson.parse(json);
    JsonNode tree = new Parameters(faults).fillIn(written, parameters, invent);
    Fields top = Fields.of(tree, "", faults);
    version(top);
    String id = top.requiredText("recipe_id", NAME);
    top.newer("parameters", version);
    Fields sources = top.object("sources");
    SourceSpec left = source(sources.object("left"));
    SourceSpec right = source(sources.object("right"));
    sources.done();
    if (!left.alias().isEmpty() && left.alias().equals(right.alias())) {
      faults.add("/sources/right/alias", "both sources are called " + left.alias());
    }
    List<Rule> rules = rules(top);
    OutputNames output = top.has("output") ? output(top.object("output")) : OutputNames.DEFAULT;
    top.done("$schema", "description");
    if (!faults.none()) {
      throw new RecipeException(faults.all());
    }
    return new Recipe(version, id, left, right, rules, output, RecipeJson.hash(tree));
  }

  private void version(Fields top) {
    String written = top.requiredText("version", NAME);
    if (written.equals("1.0") || written.equals("1.1")) {
      version = written;
    } else if (!written.isEmpty()) {
      faults.add(
          top.at("version"),
          "version %s is not known".formatted(written),
          "use \"1.1\", or \"1.0\" for recipes of other programs");
    }
  }

  private SourceSpec source(Fields source) {
    String alias = source.requiredText("alias", NAME);
    String uri = source.requiredText("uri", URI);
    List<String> primaryKey = source.texts("primary_key", KEY_COLUMNS, NAME);
    if (new HashSet<>(primaryKey).size() < primaryKey.size()) {
      faults.add(source.at("primary_key"), "a column is named twice");
    }
    List<Filter> filters = new FilterReader(faults).filters(source);
    String partitionKey = source.text("partition_key", NAME);
    source.newer("duplicates", version);
    DuplicatePolicy duplicates = source.word("duplicates", DuplicatePolicy.values());
    if (duplicates == null) {
      duplicates = DuplicatePolicy.KEEP;
    } else if (duplicates != DuplicatePolicy.KEEP && primaryKey.isEmpty()) {
      faults.add(
          source.at("duplicates"),
          "without a primary key no record is a duplicate",
          "name the columns in primary_key");
    }
    source.done("description");
    return new SourceSpec(alias, uri, primaryKey, filters, partitionKey, duplicates);
  }

  private List<Rule> rules(Fields top) {
    var rules = new ArrayList<Rule>();
    var names = new HashSet<String>();
    List<JsonNode> nodes = top.array("match_rules", RULES);
    if (nodes.isEmpty() && faults.all().stream().noneMatch(RecipeReader::aboutRules)) {
      faults.add(top.at("match_rules"), "a recipe has a rule at least");
    }
    for (int i = 0; i < nodes.size(); i++) {
      String path = top.at("match_rules") + "/" + i;
      Rule rule = new RuleReader(version, faults).rule(Fields.of(nodes.get(i), path, faults));
      if (!rule.name().isEmpty() && !names.add(rule.name())) {
        faults.add(path + "/name", "two rules are called " + rule.name());
      }
      rules.add(rule);
    }
    return rules;
  }

  private static boolean aboutRules(Problem problem) {
    return "/match_rules".equals(problem.field());
  }

  private OutputNames output(Fields output) {
    var names =
        new OutputNames(
            fileName(output, "matched", OutputNames.DEFAULT.matched()),
            fileName(output, "unmatched_left", OutputNames.DEFAULT.unmatchedLeft()),
            fileName(output, "unmatched_right", OutputNames.DEFAULT.unmatchedRight()));
    output.done();
    var all = List.of(names.matched(), names.unmatchedLeft(), names.unmatchedRight());
    if (all.stream().map(name -> name.toLowerCase(Locale.ROOT)).distinct().count() < 3) {
      faults.add("/output", "two files have the same name");
    }
    return names;
  }

  /** Inside the evidence folder and nowhere else, and not its description. */
  private String fileName(Fields output, String field, String otherwise) {
    if (!output.has(field)) {
      return otherwise;
    }
    String name = output.text(field, 120);
    if (name == null) {
      return otherwise;
    }
    boolean plain =
        name.chars()
            .allMatch(c -> Character.isLetterOrDigit(c) || c == '.' || c == '-' || c == '_');
    if (!plain || name.startsWith(".") || name.contains("..")) {
      faults.add(
          output.at(field),
          "%s is not a plain file name".formatted(field),
          "letters, digits, - _ and single points; the folder is chosen when the recipe runs");
    } else if (name.equalsIgnoreCase("metadata.json")) {
      faults.add(output.at(field), "metadata.json is the evidence's own description");
    }
    return name;
  }
}
