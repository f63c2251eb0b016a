package dev.tidemill.cli.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.jobs.RunSpec;
import dev.tidemill.jobs.json.Fields;
import dev.tidemill.jobs.json.SubmissionJson;
import dev.tidemill.reconcile.run.Asked;
import dev.tidemill.reconcile.run.Reconciler;
import dev.tidemill.schedule.ScheduleSpec;
import dev.tidemill.schedule.json.ScheduleJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * A YAML file with a list of {@code schedules}, each in the shape of the API; in place of a {@code
 * run} it may name the file of a {@code recipe}, with {@code parameters}.
 */
final class ScheduleFile {
  private ScheduleFile() {}

  /** All of them, or none when one is wrong. */
  static List<ScheduleSpec> read(Path file, Reconciler reconciler) {
    JsonNode parsed = parse(file);
    for (JsonNode each : parsed.path("schedules")) {
      if (each instanceof ObjectNode schedule && schedule.has("recipe")) {
        plan(schedule, file, reconciler);
      }
    }
    Fields root = Fields.of(parsed);
    List<ScheduleSpec> specs =
        root.objects("schedules").stream()
            .map(each -> ScheduleJson.read(each, RunSpec.DEFAULT_TENANT))
            .toList();
    root.noMore();
    var names = new HashSet<String>();
    for (ScheduleSpec spec : specs) {
      if (!names.add(spec.name())) {
        throw broken(file, "the name '%s' stands there twice".formatted(spec.name())).exception();
      }
    }
    return specs;
  }

  private static void plan(ObjectNode schedule, Path file, Reconciler reconciler) {
    if (schedule.has("run")) {
      throw broken(file, "a schedule has either a run or a recipe").exception();
    }
    var parameters = new LinkedHashMap<String, String>();
    JsonNode given = schedule.path("parameters");
    given.properties().forEach(each -> parameters.put(each.getKey(), each.getValue().asText()));
    RecipeFile recipe = RecipeFile.read(file.resolveSibling(schedule.path("recipe").asText()));
    RunSpec run = reconciler.plan(new Asked(recipe.text(), parameters, null), recipe.folder());
    schedule.remove(List.of("recipe", "parameters"));
    schedule.set("run", SubmissionJson.write(run));
  }

  private static JsonNode parse(Path file) {
    var mapper =
        new ObjectMapper(
            YAMLFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build());
    try {
      return mapper.readTree(Files.readString(file));
    } catch (JsonProcessingException e) {
      var at = e.getLocation();
      String where = at == null ? "" : "line %d: ".formatted(at.getLineNr());
      String why = String.valueOf(e.getOriginalMessage()).lines().findFirst().orElse("not YAML");
      throw broken(file, where + why).exception(e);
    } catch (IOException e) {
      throw broken(file, e.toString()).exception(e);
    }
  }

  private static Problem broken(Path file, String why) {
    return Problem.of(CoreError.INVALID_INPUT, "the schedules in %s cannot be read".formatted(file))
        .field("FILE")
        .cause(why)
        .next("correct the file; nothing was changed");
  }
}
