package dev.tidemill.storage;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;

/** Hidden files of writers that died. */
final class Leftovers extends LiveWalk {
  private final Path root;
  private final String mark;
  private final Instant before;
  private int removed;

  Leftovers(Path root, String mark, Instant before) {
    this.root = root;
    this.mark = mark;
    this.before = before;
  }

  int remove() {
    try {
      if (Files.isDirectory(root)) {
        Files.walkFileTree(root, this);
      }
      return removed;
    } catch (IOException e) {
      throw LocalObjectStore.failed("sweep", "leftovers", e);
    }
  }

  @Override
  public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
    boolean old = attributes.lastModifiedTime().toInstant().isBefore(before);
    if (old && file.getFileName().toString().startsWith(mark) && Files.deleteIfExists(file)) {
      new Folders(root).removeEmpty(file);
      removed++;
    }
    return FileVisitResult.CONTINUE;
  }
}
