package dev.tidemill.cli.settings;

import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.jobs.store.StoreUrl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The folder an embedded store lies in. */
public final class StoreFolder {
  private StoreFolder() {}

  /** Other stores need none. */
  public static void make(StoreUrl store) {
    if (!store.embedded()) {
      return;
    }
    Path file = store.file().toAbsolutePath();
    Path folder = file.getParent() == null ? file : file.getParent();
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw Problem.of(CoreError.INVALID_INPUT, "the folder " + folder + " cannot be made")
          .field("store")
          .cause(e.toString())
          .next("name another place with --data or --store")
          .exception(e);
    }
  }
}
