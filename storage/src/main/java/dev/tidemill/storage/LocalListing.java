package dev.tidemill.storage;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One page of a folder's objects. Walks the folder that the prefix names and keeps no more than the
 * page, whatever the folder's size.
 */
final class LocalListing extends LiveWalk {
  private final Path root;
  private final String prefix;
  private final @Nullable ObjectKey after;
  private final int limit;
  private final TreeMap<ObjectKey, ObjectInfo> first = new TreeMap<>();

  LocalListing(Path root, String prefix, @Nullable ObjectKey after, int limit) {
    if (limit < 1 || limit > ObjectStore.MAX_PAGE) {
      throw new IllegalArgumentException(
          "a page holds 1 to " + ObjectStore.MAX_PAGE + " objects, not " + limit);
    }
    this.root = root;
    this.prefix = prefix;
    this.after = after;
    this.limit = limit;
  }

  ObjectPage page() {
    try {
      Path start = start();
      if (Files.isDirectory(start)) {
        Files.walkFileTree(start, this);
      }
    } catch (IOException e) {
      throw LocalObjectStore.failed("list", "'" + prefix + "'", e);
    }
    boolean more = first.size() > limit;
    if (more) {
      first.pollLastEntry();
    }
    return new ObjectPage(new ArrayList<>(first.values()), more ? first.lastKey() : null);
  }

  /** The folder of the prefix's whole segments; a prefix that is no key has no objects. */
  private Path start() {
    int slash = prefix.lastIndexOf('/');
    return slash <= 0 ? root : FileNames.file(root, new ObjectKey(prefix.substring(0, slash)));
  }

  @Override
  public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
    if (attributes.isRegularFile() && !LocalObjectStore.hidden(file)) {
      FileNames.key(root, file)
          .filter(key -> key.value().startsWith(prefix))
          .filter(key -> after == null || key.compareTo(after) > 0)
          .ifPresent(key -> keep(LocalObjectStore.info(key, attributes)));
    }
    return FileVisitResult.CONTINUE;
  }

  private void keep(ObjectInfo object) {
    first.put(object.key(), object);
    if (first.size() > limit + 1) {
      first.pollLastEntry();
    }
  }
}
