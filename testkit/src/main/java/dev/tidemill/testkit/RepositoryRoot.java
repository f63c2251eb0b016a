package dev.tidemill.testkit;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Where the repository lies: told by the build, or found upwards when a test runs from an IDE. */
public final class RepositoryRoot {
  private RepositoryRoot() {}

  public static Path path() {
    @Nullable String told = System.getProperty("tidemill.root");
    return told != null ? Path.of(told) : above(Path.of("").toAbsolutePath());
  }

  static Path above(Path start) {
    for (@Nullable Path folder = start; folder != null; folder = folder.getParent()) {
      if (Files.isDirectory(folder.resolve(".mvn"))) {
        return folder;
      }
    }
    throw new IllegalStateException(
        "No folder .mvn in "
            + start
            + " or above: run the test inside the repository, or set the system property tidemill.root");
  }
}
