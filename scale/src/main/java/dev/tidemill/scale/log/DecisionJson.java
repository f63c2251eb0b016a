package dev.tidemill.scale.log;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemill.jobs.json.Fields;
import dev.tidemill.jobs.json.Json;
import dev.tidemill.scale.AdapterId;
import dev.tidemill.scale.CapabilitySet;
import dev.tidemill.scale.GroupId;
import dev.tidemill.scale.PolicyMemory;
import dev.tidemill.scale.ScalingAdvice;
import dev.tidemill.scale.control.Decision;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A decision as JSON and back: what went in, and what came out. */
final class DecisionJson {
  private DecisionJson() {}

  static ObjectNode inputs(Decision decision) {
    ObjectNode node = Json.object();
    node.set("snapshot", SnapshotJson.write(decision.inputs().snapshot()));
    ArrayNode pools = node.putArray("memory");
    decision.inputs().memory().pools().forEach((set, sizes) -> pools.add(memory(set, sizes)));
    return node;
  }

  static ObjectNode result(Decision decision) {
    ObjectNode node = Json.object();
    node.put("term", decision.term())
        .put("number", decision.number())
        .put("at", decision.at().toString())
        .put("policy", decision.rule());
    node.set("lines", SnapshotJson.array(decision.advice().lines(), DecisionJson::line));
    node.set("unmet", SnapshotJson.array(decision.advice().unmet(), DecisionJson::unmet));
    node.set("changes", SnapshotJson.array(decision.changes(), DecisionJson::change));
    ArrayNode notes = node.putArray("notes");
    decision.notes().forEach(notes::add);
    return node;
  }

  static Decision read(Fields inputs, Fields result) {
    var pools = new TreeMap<CapabilitySet, PolicyMemory.Sizes>();
    inputs
        .objects("memory")
        .forEach(pool -> pools.put(SnapshotJson.set(pool, "capabilities"), sizes(pool)));
    return new Decision(
        result.number("term", 0, Long.MAX_VALUE),
        result.number("number", 0, Long.MAX_VALUE),
        result.instant("at"),
        result.text("policy"),
        new Decision.Inputs(SnapshotJson.read(inputs.object("snapshot")), new PolicyMemory(pools)),
        new ScalingAdvice(
            result.objects("lines").stream().map(DecisionJson::line).toList(),
            result.objects("unmet").stream().map(DecisionJson::unmet).toList()),
        result.objects("changes").stream().map(DecisionJson::change).toList(),
        result.texts("notes"));
  }

  private static ObjectNode memory(CapabilitySet set, PolicyMemory.Sizes sizes) {
    ObjectNode node = Json.object();
    node.set("capabilities", SnapshotJson.set(set));
    node.put("grown", text(sizes.grown())).put("shrunk", text(sizes.shrunk()));
    node.set(
        "recent",
        SnapshotJson.array(
            sizes.recent(),
            one -> Json.object().put("at", one.at().toString()).put("workers", one.workers())));
    return node;
  }

  private static PolicyMemory.Sizes sizes(Fields node) {
    List<PolicyMemory.Wanted> recent =
        node.objects("recent").stream()
            .map(
                one ->
                    new PolicyMemory.Wanted(
                        one.instant("at"), one.number("workers", 0, Integer.MAX_VALUE, 0)))
            .toList();
    return new PolicyMemory.Sizes(
        recent, node.instantOrNull("grown"), node.instantOrNull("shrunk"));
  }

  private static ObjectNode line(ScalingAdvice.Line line) {
    ObjectNode node = Json.object().put("adapter", line.adapter().value());
    node.set("capabilities", SnapshotJson.set(line.capabilities()));
    node.put("desired", line.desired());
    ArrayNode victims = node.putArray("victims");
    line.victims().forEach(victim -> victims.add(victim.value()));
    return node.put("reason", line.reason()).put("clamp", line.clamp());
  }

  private static ScalingAdvice.Line line(Fields node) {
    return new ScalingAdvice.Line(
        new AdapterId(node.text("adapter")),
        SnapshotJson.set(node, "capabilities"),
        node.number("desired", 0, Integer.MAX_VALUE, 0),
        node.texts("victims").stream().map(GroupId::new).toList(),
        node.text("reason"),
        node.text("clamp"));
  }

  private static ObjectNode unmet(ScalingAdvice.Unmet unmet) {
    ObjectNode node = Json.object();
    node.set("capabilities", SnapshotJson.set(unmet.capabilities()));
    return node.put("reason", unmet.reason());
  }

  private static ScalingAdvice.Unmet unmet(Fields node) {
    return new ScalingAdvice.Unmet(SnapshotJson.set(node, "capabilities"), node.text("reason"));
  }

  private static ObjectNode change(Decision.Change change) {
    return Json.object()
        .put("kind", change.kind().name())
        .put("adapter", change.adapter().value())
        .put("group", change.group().value())
        .put("reason", change.reason());
  }

  private static Decision.Change change(Fields node) {
    return new Decision.Change(
        Decision.Change.Kind.valueOf(node.text("kind")),
        new AdapterId(node.text("adapter")),
        new GroupId(node.text("group")),
        node.text("reason"));
  }

  private static @Nullable String text(@Nullable Instant instant) {
    return instant == null ? null : instant.toString();
  }
}
