package dev.tidemill.jobs.json;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.function.Function;

/** A list as the API tells it: {@code {items, next}}. */
public final class Listing {
  private Listing() {}

  /** A list that is all there is. */
  public static <T> ObjectNode whole(List<T> items, Function<T, ObjectNode> shape) {
    ObjectNode list = Json.object();
    list.set("items", Json.array(items.stream().map(shape).toList()));
    return list.putNull("next");
  }

  /** A page; when it is full, {@code next} is where to go on. */
  public static <T> ObjectNode page(
      List<T> items, int limit, Function<T, ObjectNode> shape, Function<T, String> cursor) {
    ObjectNode list = whole(items, shape);
    return items.size() < limit ? list : list.put("next", cursor.apply(items.getLast()));
  }

  public static <T> List<T> read(Fields list, Function<Fields, T> shape) {
    return list.objects("items").stream().map(shape).toList();
  }
}
