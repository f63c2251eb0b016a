package dev.tidemill.sources.file;

import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;

/**
 * Finds out where a path really leads, and asks the policy about that. Outside its folders nothing
 * is told, not even whether there is a file.
 */
final class FileLookup {
  private final FilePolicy policy;

  FileLookup(FilePolicy policy) {
    this.policy = policy;
  }

  Path find(Path path) {
    FilePolicy real = policy instanceof FilePolicy.Within within ? real(within) : policy;
    try {
      Path file = path.toRealPath();
      if (!real.allows(file)) {
        throw outside(path);
      }
      if (!Files.isRegularFile(file)) {
        throw Problem.of(FileError.FILE_NOT_FOUND, "%s is not a file".formatted(path))
            .next("name one file; folders and patterns are not read")
            .exception();
      }
      return file;
    } catch (IOException e) {
      throw policy.allows(path) || real.allows(path) ? missing(path.toString()) : outside(path);
    }
  }

  static TidemillException missing(String name) {
    return Problem.of(FileError.FILE_NOT_FOUND, "there is no file %s".formatted(name))
        .next("a path without / at its beginning starts at the recipe's folder")
        .exception();
  }

  static Problem denied(String name, String why) {
    return Problem.of(FileError.FILE_DENIED, "%s may not be read".formatted(name)).cause(why);
  }

  private static TidemillException outside(Path path) {
    return denied(path.toString(), "it lies outside the folders that this server may read")
        .next("start the server with `sources.folders` naming a folder above it, or run without it")
        .exception();
  }

  /** The folders themselves may be links. One that does not exist holds nothing. */
  private static FilePolicy real(FilePolicy.Within within) {
    var folders = new ArrayList<Path>();
    for (Path folder : within.folders()) {
      try {
        folders.add(folder.toRealPath());
      } catch (IOException absent) {
        // Left out.
      }
    }
    return FilePolicy.within(folders);
  }
}
