package dev.tidemill.storage;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of a listing, in the order of keys.
 *
 * @param next what to pass as {@code after} for the following page; null when this is the last
 */
public record ObjectPage(List<ObjectInfo> objects, @Nullable ObjectKey next) {
  public ObjectPage {
    objects = List.copyOf(objects);
  }
}
