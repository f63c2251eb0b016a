package dev.tidemill.sources.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.Locale;

/** Where OpenSearch and what it was once a copy of have gone different ways. */
public enum Flavour {
  /** 2.4 and later, which have points in time. */
  OPENSEARCH {
    @Override
    String openPath(String index) {
      return "/%s/_search/point_in_time".formatted(index);
    }

    @Override
    String id(JsonNode opened) {
      return opened.path("pit_id").asText();
    }

    @Override
    Instant moment(JsonNode opened, Instant now) {
      return Instant.ofEpochMilli(opened.path("creation_time").asLong());
    }

    @Override
    String closePath() {
      return "/_search/point_in_time";
    }

    @Override
    ObjectNode closeBody(String id) {
      var body = JsonNodeFactory.instance.objectNode();
      body.putArray("pit_id").add(id);
      return body;
    }

    @Override
    void sort(ArrayNode by) {
      by.addObject().put("_index", "asc");
      by.addObject().put("_id", "asc");
    }
  },

  /** 7.12 and later; it does not say when a point in time was taken. */
  ELASTICSEARCH {
    @Override
    String openPath(String index) {
      return "/%s/_pit".formatted(index);
    }

    @Override
    String id(JsonNode opened) {
      return opened.path("id").asText();
    }

    @Override
    Instant moment(JsonNode opened, Instant now) {
      return now;
    }

    @Override
    String closePath() {
      return "/_pit";
    }

    @Override
    ObjectNode closeBody(String id) {
      return JsonNodeFactory.instance.objectNode().put("id", id);
    }

    /** Sorting by id is off by default there. */
    @Override
    void sort(ArrayNode by) {
      by.addObject().put("_shard_doc", "asc");
    }
  };

  /** As addresses say it. */
  String scheme() {
    return name().toLowerCase(Locale.ROOT);
  }

  abstract String openPath(String index);

  /** What a point in time is called from now on. */
  abstract String id(JsonNode opened);

  /** When it was taken. */
  abstract Instant moment(JsonNode opened, Instant now);

  abstract String closePath();

  abstract ObjectNode closeBody(String id);

  /** An order in which every document of a point in time has its own place. */
  abstract void sort(ArrayNode by);
}
