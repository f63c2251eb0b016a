package dev.tidemill.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A document that is generated from code and committed, so that readers see it and a test sees when
 * it is stale. Tag such a test {@code generated}: {@code make docs} then writes it anew.
 */
public final class GeneratedDoc {
  private GeneratedDoc() {}

  /** Asserts that the committed file, named from the root of the repository, has this content. */
  public static void check(Path relativeToRoot, String content) {
    boolean update = "1".equals(System.getenv("TIDEMILL_UPDATE_DOCS"));
    try {
      checkOrWrite(RepositoryRoot.path(), relativeToRoot, content, update);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static void checkOrWrite(Path root, Path relativeToRoot, String content, boolean update)
      throws IOException {
    Path file = root.resolve(relativeToRoot);
    if (update) {
      Files.createDirectories(file.resolveSibling("."));
      Files.writeString(file, content);
    } else if (!Files.exists(file)) {
      throw new AssertionError(relativeToRoot + " does not exist yet: run `make docs`, commit it");
    } else {
      compare(relativeToRoot, Files.readString(file), content);
    }
  }

  private static void compare(Path relativeToRoot, String committed, String generated) {
    if (committed.equals(generated)) {
      return;
    }
    List<String> had = committed.lines().toList();
    List<String> has = generated.lines().toList();
    int line = 0;
    while (line < had.size() && line < has.size() && had.get(line).equals(has.get(line))) {
      line++;
    }
    throw new AssertionError(
        "%s is stale from line %d: run `make docs`, look at the change, commit it%ncommitted: %s%ngenerated: %s"
            .formatted(relativeToRoot, line + 1, at(had, line), at(has, line)));
  }

  private static String at(List<String> lines, int line) {
    return line < lines.size() ? lines.get(line) : "(end, or only line ends differ)";
  }
}
