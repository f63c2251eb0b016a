package dev.tidemill.sources.file;

import java.nio.file.Path;
import java.util.List;

/**
 * Which files may be read. Pure: it judges real paths, in which no link is left, and real folders;
 * {@link NativeFiles} finds them out.
 */
public sealed interface FilePolicy {

  /** For a command that runs as the person who wrote the recipe. */
  FilePolicy ANY = new Any();

  /** For a server, which reads for others: only what lies below one of these folders. */
  static FilePolicy within(List<Path> folders) {
    return new Within(folders);
  }

  /** The folders below which files may be read, absolute. */
  List<Path> folders();

  boolean allows(Path real);

  /** Whatever the process itself may read. */
  record Any() implements FilePolicy {
    @Override
    public List<Path> folders() {
      return List.of(Path.of("/"));
    }

    @Override
    public boolean allows(Path real) {
      return true;
    }
  }

  /** Below these folders; without any, nothing. */
  record Within(List<Path> folders) implements FilePolicy {
    public Within {
      folders = folders.stream().map(folder -> folder.toAbsolutePath().normalize()).toList();
    }

    @Override
    public boolean allows(Path real) {
      return real.isAbsolute()
          && real.equals(real.normalize())
          && folders.stream().anyMatch(folder -> real.startsWith(folder) && !real.equals(folder));
    }
  }
}
