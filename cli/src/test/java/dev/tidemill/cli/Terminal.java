package dev.tidemill.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;

/** Runs commands as a terminal would and keeps what they say. */
final class Terminal {
  private final Path folder;
  private final Map<String, String> environment;

  Terminal(Path folder, Map<String, String> environment) {
    this.folder = folder;
    this.environment = environment;
  }

  record Said(int exit, String out, String err) {}

  Said run(String... args) {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    var surroundings =
        new Surroundings(
            new PrintStream(out, true, UTF_8),
            new PrintStream(err, true, UTF_8),
            environment,
            folder);
    int exit = new Tidemill(surroundings).run(args);
    return new Said(exit, out.toString(UTF_8), err.toString(UTF_8));
  }
}
