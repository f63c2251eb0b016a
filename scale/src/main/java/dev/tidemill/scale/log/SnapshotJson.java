package dev.tidemill.scale.log;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemill.jobs.json.Fields;
import dev.tidemill.jobs.json.Json;
import dev.tidemill.scale.AdapterId;
import dev.tidemill.scale.AdapterSupply;
import dev.tidemill.scale.CapabilitySet;
import dev.tidemill.scale.Demand;
import dev.tidemill.scale.GroupId;
import dev.tidemill.scale.GroupState;
import dev.tidemill.scale.GroupSupply;
import dev.tidemill.scale.Reading;
import dev.tidemill.scale.ScalingSnapshot;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/** What a policy saw, as JSON and back. */
final class SnapshotJson {
  private SnapshotJson() {}

  static ObjectNode write(ScalingSnapshot snapshot) {
    ObjectNode node = Json.object();
    node.set("demand", array(snapshot.demand(), SnapshotJson::write));
    node.set("adapters", array(snapshot.adapters(), SnapshotJson::write));
    return node;
  }

  static ScalingSnapshot read(Fields node) {
    return new ScalingSnapshot(
        node.objects("demand").stream().map(SnapshotJson::demand).toList(),
        node.objects("adapters").stream().map(SnapshotJson::adapter).toList());
  }

  private static ObjectNode write(Demand demand) {
    ObjectNode node = Json.object();
    node.set("capabilities", set(demand.capabilities()));
    node.set("waiting", number(demand.waiting()));
    node.set("in_flight", number(demand.inFlight()));
    node.set("oldest_wait", duration(demand.oldestWait()));
    node.set("due_parked", number(demand.dueParked()));
    node.set("queries", number(demand.queries()));
    node.set("oldest_query", duration(demand.oldestQuery()));
    node.set("due_soon", number(demand.dueSoon()));
    node.set("duration", duration(demand.pace().duration()));
    node.set("arrivals", reading(demand.pace().arrivals(), JsonNodeFactory.instance::numberNode));
    return node;
  }

  private static Demand demand(Fields node) {
    return new Demand(
        set(node, "capabilities"),
        reading(node, "waiting", JsonNode::asInt),
        reading(node, "in_flight", JsonNode::asInt),
        reading(node, "oldest_wait", SnapshotJson::duration),
        reading(node, "due_parked", JsonNode::asInt),
        reading(node, "queries", JsonNode::asInt),
        reading(node, "oldest_query", SnapshotJson::duration),
        reading(node, "due_soon", JsonNode::asInt),
        new Demand.Pace(
            reading(node, "duration", SnapshotJson::duration),
            reading(node, "arrivals", JsonNode::asDouble)));
  }

  private static ObjectNode write(AdapterSupply adapter) {
    ObjectNode node = Json.object().put("id", adapter.id().value());
    node.set("capabilities", set(adapter.capabilities()));
    node.put("max_groups", adapter.maxGroups())
        .put("workers_per_group", adapter.workersPerGroup())
        .put("silent", adapter.silent())
        .put("slots", adapter.worker().slots());
    node.set("start_up", duration(adapter.worker().startUp()));
    node.set("groups", array(adapter.groups(), SnapshotJson::write));
    return node;
  }

  private static AdapterSupply adapter(Fields node) {
    return new AdapterSupply(
        new AdapterId(node.text("id")),
        set(node, "capabilities"),
        node.number("max_groups", 0, Integer.MAX_VALUE, 0),
        node.number("workers_per_group", 1, Integer.MAX_VALUE, 1),
        node.flag("silent"),
        node.objects("groups").stream().map(SnapshotJson::group).toList(),
        new AdapterSupply.WorkerShape(
            node.number("slots", 1, Integer.MAX_VALUE, 1),
            reading(node, "start_up", SnapshotJson::duration)));
  }

  private static ObjectNode write(GroupSupply group) {
    ObjectNode node = Json.object().put("id", group.id().value());
    node.set("capabilities", set(group.capabilities()));
    node.put("state", group.state().name()).put("idle", group.idle()).put("busy", group.busy());
    node.set("remaining", duration(group.remaining()));
    return node;
  }

  private static GroupSupply group(Fields node) {
    return new GroupSupply(
        new GroupId(node.text("id")),
        set(node, "capabilities"),
        GroupState.valueOf(node.text("state")),
        node.number("idle", 0, Integer.MAX_VALUE, 0),
        node.number("busy", 0, Integer.MAX_VALUE, 0),
        reading(node, "remaining", SnapshotJson::duration));
  }

  static ArrayNode set(CapabilitySet set) {
    ArrayNode names = JsonNodeFactory.instance.arrayNode();
    set.names().forEach(names::add);
    return names;
  }

  static CapabilitySet set(Fields node, String name) {
    return CapabilitySet.of(node.texts(name));
  }

  static <T> ArrayNode array(List<T> items, Function<T, ObjectNode> shape) {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    items.forEach(item -> array.add(shape.apply(item)));
    return array;
  }

  private static JsonNode number(Reading<Integer> reading) {
    return reading(reading, JsonNodeFactory.instance::numberNode);
  }

  private static JsonNode duration(Reading<Duration> reading) {
    return reading(reading, duration -> JsonNodeFactory.instance.textNode(duration.toString()));
  }

  private static Duration duration(JsonNode node) {
    return Duration.parse(node.asText());
  }

  private static <T> JsonNode reading(Reading<T> reading, Function<T, JsonNode> shape) {
    return switch (reading) {
      case Reading.Known<T> known -> shape.apply(known.value());
      case Reading.Unknown<T> unknown -> Json.object().put("unknown", unknown.why());
    };
  }

  private static <T> Reading<T> reading(Fields node, String name, Function<JsonNode, T> shape) {
    JsonNode value = node.value(name);
    return value.isObject()
        ? new Reading.Unknown<>(value.path("unknown").asText())
        : Reading.of(shape.apply(value));
  }
}
