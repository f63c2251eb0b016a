package dev.tidemill.storage.cache;

import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.storage.StorageError;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which files there are, who reads them, and which have to go. Pure; not thread-safe.
 *
 * <p>A place is taken before its file is fetched, so that the budget holds at every moment.
 */
final class Shelf {
  private static final class Place {
    private final long size;
    private int readers = 1;
    private @Nullable String sha256;

    Place(long size) {
      this.size = size;
    }
  }

  /** In the order of last use. */
  private final Map<Path, Place> places = new LinkedHashMap<>(16, 0.75f, true);

  private final long budget;
  private long used;

  Shelf(long budget) {
    this.budget = budget;
  }

  long used() {
    return used;
  }

  /** A reader comes: true if the file is there, false if it is being fetched, null if neither. */
  @Nullable Boolean enter(Path file) {
    var place = places.get(file);
    if (place == null) {
      return null;
    }
    boolean filled = place.sha256 != null;
    if (filled) {
      place.readers++;
    }
    return filled;
  }

  /** Takes a place for its first reader; returns what has to be deleted for it. */
  List<Path> take(Path file, long size) {
    var victims = new ArrayList<Path>();
    long left = used;
    for (var entry : places.entrySet()) {
      if (left + size <= budget) {
        break;
      }
      if (entry.getValue().readers == 0) {
        victims.add(entry.getKey());
        left -= entry.getValue().size;
      }
    }
    if (size > budget - left) {
      throw full(size, left);
    }
    victims.forEach(places::remove);
    used = left + size;
    places.put(file, new Place(size));
    return victims;
  }

  void filled(Path file, String sha256) {
    place(file).sha256 = sha256;
  }

  @Nullable String sha256(Path file) {
    return place(file).sha256;
  }

  /** The file could not be fetched. */
  void giveUp(Path file) {
    used -= place(file).size;
    places.remove(file);
  }

  void leave(Path file) {
    place(file).readers--;
  }

  private Place place(Path file) {
    var place = places.get(file);
    if (place == null) {
      throw new IllegalStateException("no place for " + file);
    }
    return place;
  }

  private TidemillException full(long size, long inUse) {
    return Problem.of(
            StorageError.STORAGE_FULL,
            "an object of %d bytes does not fit into the cache of %d bytes".formatted(size, budget))
        .cause("%d bytes are being read".formatted(inUse))
        .next("give the cache more room, or run fewer readers at once")
        .exception();
  }
}
