package dev.tidemill.adapters.control;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemill.jobs.json.Json;
import dev.tidemill.jobs.json.Words;
import dev.tidemill.scale.AdapterId;
import dev.tidemill.scale.AdapterSupply.WorkerShape;
import dev.tidemill.scale.Reading;
import dev.tidemill.scale.control.ControlEvent;
import dev.tidemill.scale.control.ControlSettings;
import dev.tidemill.scale.control.ControlState;
import dev.tidemill.scale.control.Wishes;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/** The adapters and their groups, as the leader tells of them. */
final class StatusJson {
  private StatusJson() {}

  static ObjectNode of(
      ControlState state,
      Map<AdapterId, WorkerShape> shapes,
      ControlSettings settings,
      Instant now) {
    ObjectNode node = Json.object().put("term", state.term());
    ArrayNode adapters = node.putArray("adapters");
    state
        .adapters()
        .forEach(
            (id, adapter) ->
                adapters.add(
                    adapter(adapter, shapes.getOrDefault(id, WorkerShape.PLAIN), settings, now)));
    return node;
  }

  private static ObjectNode adapter(
      ControlState.Adapter adapter, WorkerShape shape, ControlSettings settings, Instant now) {
    ObjectNode node =
        Json.object()
            .put("id", adapter.facts().id().value())
            .put("connected", adapter.connected())
            .put("silent", adapter.silent(now, settings))
            .put("heard_seconds_ago", seconds(Duration.between(adapter.heard(), now)))
            .put("capabilities", adapter.facts().capabilities().toString())
            .put("max_groups", adapter.facts().maxGroups())
            .put("workers_per_group", adapter.facts().workersPerGroup())
            .put("slots", shape.slots());
    if (shape.startUp() instanceof Reading.Known<Duration> known) {
      node.put("start_up_seconds", seconds(known.value()));
    } else {
      node.putNull("start_up_seconds");
    }
    ArrayNode groups = node.putArray("groups");
    adapter
        .wishes()
        .forEach(
            (id, wished) -> {
              ControlEvent.Real real = adapter.real().get(id);
              if (wished.wish() != Wishes.Wish.GONE || real != null) {
                groups.add(
                    Json.object()
                        .put("id", id.value())
                        .put("state", real == null ? "asked for" : Words.of(real.state()))
                        .put("wish", Words.of(wished.wish()))
                        .put("capabilities", wished.capabilities().toString())
                        .put("since", wished.since().toString()));
              }
            });
    return node;
  }

  private static double seconds(Duration duration) {
    return duration.toMillis() / 1e3;
  }
}
