package dev.tidemill.cli;

import dev.tidemill.testkit.ChildCommand;
import dev.tidemill.testkit.ChildProcess;
import java.nio.file.Path;
import java.time.Duration;

/** The program as processes of its own, in one folder. */
record Commands(Path folder, Duration patience) {

  /** Runs to its end; all it said. */
  String run(String... arguments) {
    try (ChildProcess command = tidemill(arguments).start()) {
      command.awaitExit(patience);
      return String.join("\n", command.stdout()) + String.join("\n", command.stderr());
    }
  }

  ChildCommand tidemill(String... arguments) {
    return ChildProcess.jvm(Main.class).flags("-Xmx512m").in(folder).arguments(arguments);
  }
}
