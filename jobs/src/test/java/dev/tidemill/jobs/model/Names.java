package dev.tidemill.jobs.model;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tidemill.jobs.StoreUnderTest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Calls things by the order in which they came, as ids differ from store to store; and leaves out
 * what may differ: words of errors, and what is kept for the store's own use.
 */
final class Names {
  private static final JsonMapper JSON = new JsonMapper();
  private static final Pattern PUBLIC_ID = Pattern.compile("(run|job)_(\\d+)");
  private static final Pattern ERROR =
      Pattern.compile(
          "\\{\"code\":\"(\\w+)\",\"message\":\"([^\"]*)\""
              + "(?:,\"\\w+\":\"(?:[^\"\\\\]++|\\\\.)*+\")*+}");
  private static final Set<String> LEFT_OUT =
      Set.of(
          "next_jobs",
          "request_hash",
          "group_name",
          "host",
          "pid",
          "build",
          "slots",
          "capabilities",
          "types");
  static final List<String> TABLES =
      List.of(
          "runs", "jobs", "workers", "attempts", "outputs", "run_events", "job_log", "key_limits");

  private final StoreUnderTest store;
  private final Map<String, Map<Long, String>> names = new HashMap<>();

  Names(StoreUnderTest store) {
    this.store = store;
  }

  /** All tables as text, with new things named. */
  Map<String, List<String>> dump() {
    var rows = new TreeMap<String, List<Map<String, Object>>>();
    TABLES.forEach(table -> rows.put(table, store.rows(table)));
    for (String kind : List.of("run", "job", "worker")) {
      Map<Long, String> known = names.computeIfAbsent(kind, k -> new HashMap<>());
      rows.getOrDefault(kind + "s", List.of()).stream()
          .map(row -> (Long) row.get("id"))
          .sorted()
          .forEach(id -> known.computeIfAbsent(id, i -> kind + "#" + known.size()));
    }
    var texts = new TreeMap<String, List<String>>();
    rows.forEach((table, of) -> texts.put(table, texts(table, of)));
    return texts;
  }

  private List<String> texts(String table, List<Map<String, Object>> rows) {
    boolean numbered = table.equals("run_events") || table.equals("job_log");
    var texts = new ArrayList<String>();
    var counts = new HashMap<Object, Integer>();
    for (Map<String, Object> row : rows) {
      var named = new TreeMap<String, Object>();
      row.forEach((column, value) -> named.put(column, value(table, column, value)));
      named.keySet().removeAll(LEFT_OUT);
      if (numbered) {
        // Ids may have gaps; the order within a run or job may not differ.
        Object of = named.get(table.equals("run_events") ? "run_id" : "job_id");
        named.put("id", of + " %04d".formatted(counts.merge(of, 1, Integer::sum)));
      }
      texts.add(named.toString());
    }
    texts.sort(null);
    return texts;
  }

  private Object value(String table, String column, Object value) {
    if (value instanceof Long id) {
      return switch (column) {
        case "run_id" -> name("run", id);
        case "job_id" -> name("job", id);
        case "worker_id", "claimed_by" -> name("worker", id);
        case "id" ->
            table.equals("run_events") || table.equals("job_log")
                ? ""
                : name(table.substring(0, table.length() - 1), id);
        default -> value;
      };
    }
    return column.equals("detail") ? text(sorted((String) value)) : text((String) value);
  }

  private static String sorted(String json) {
    try {
      return new TreeMap<>(JSON.readValue(json, new TypeReference<Map<String, Object>>() {}))
          .toString();
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  String name(String kind, long id) {
    return names.getOrDefault(kind, Map.of()).getOrDefault(id, kind + "?");
  }

  /** A text in which things are called by their names. */
  String text(String text) {
    String plain = ERROR.matcher(text).replaceAll("<$1 $2>");
    return PUBLIC_ID
        .matcher(plain)
        .replaceAll(found -> name(found.group(1), Long.parseLong(found.group(2))));
  }

  /** Each by itself, in no order. */
  List<String> sorted(Stream<?> things) {
    return things.map(thing -> text(thing.toString())).sorted().toList();
  }
}
