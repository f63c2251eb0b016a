package dev.tidemill.storage;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Objects;

/** Folders below a root come with their first file and go with their last. */
final class Folders {
  private static final int TRIES = 100;

  private final Path root;

  Folders(Path root) {
    this.root = root;
  }

  /** Creates the folder of {@code file} and uses it; tries again when another removed it. */
  <T> T inFolderOf(Path file, Use<T> use) throws IOException {
    for (int i = 1; ; i++) {
      try {
        create(folder(file));
        return use.of(file);
      } catch (NoSuchFileException removedMeanwhile) {
        if (i == TRIES) {
          throw removedMeanwhile;
        }
      }
    }
  }

  /** After {@code file} was deleted: its folder and those above, as far as they are empty. */
  void removeEmpty(Path file) throws IOException {
    try {
      for (Path f = folder(file); !f.equals(root); f = folder(f)) {
        Files.deleteIfExists(f);
      }
    } catch (DirectoryNotEmptyException inUse) {
      // The usual end of the loop.
    }
  }

  /** Makes the entry of {@code file} in its folder durable. */
  static void force(Path file) throws IOException {
    try (var folder = FileChannel.open(folder(file))) {
      folder.force(true);
    }
  }

  private static void create(Path folder) throws IOException {
    if (Files.isDirectory(folder)) {
      return;
    }
    create(folder(folder));
    try {
      Files.createDirectory(folder);
      force(folder);
    } catch (FileAlreadyExistsException another) {
      if (!Files.isDirectory(folder)) {
        throw new NotDirectoryException(folder.toString());
      }
    }
  }

  private static Path folder(Path file) {
    return Objects.requireNonNull(file.getParent());
  }

  /** Something done with a file. */
  interface Use<T> {
    T of(Path file) throws IOException;
  }
}
