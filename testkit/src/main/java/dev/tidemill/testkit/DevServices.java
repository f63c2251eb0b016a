package dev.tidemill.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Calls {@code dev/services}, the one place that knows how to start and stop real servers. */
final class DevServices {
  /** Longer than the script itself gives a server, so that its own message is the one seen. */
  private static final long LIMIT_SECONDS = 150;

  private DevServices() {}

  static Path newFolder(RealServer kind) {
    try {
      return Files.createTempDirectory("tidemill-" + kind.id() + "-");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts a server that ends, and whose folder goes, when the process {@code watched} ends. */
  static String start(RealServer kind, Path folder, long watched, List<String> serverOptions) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "start", kind.id(), folder.toString(), "--watch", "" + watched, "--remove", "--"));
    arguments.addAll(serverOptions);
    return call(arguments);
  }

  static void call(String command, Path folder, String... options) {
    List<String> arguments = new ArrayList<>(List.of(command, folder.toString()));
    arguments.addAll(List.of(options));
    call(arguments);
  }

  private static String call(List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(RepositoryRoot.path().resolve("dev/services").toString());
    command.addAll(arguments);
    try {
      Path out = Files.createTempFile("tidemill-services", ".out");
      Path err = Files.createTempFile("tidemill-services", ".err");
      try {
        return run(command, out, err);
      } finally {
        Files.deleteIfExists(out);
        Files.deleteIfExists(err);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted in " + String.join(" ", command), e);
    }
  }

  private static String run(List<String> command, Path out, Path err)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command)
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    boolean ended = false;
    try {
      ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
    } finally {
      if (!ended) {
        process.destroyForcibly();
      }
    }
    if (!ended || process.exitValue() != 0) {
      String how = ended ? "ended with " + process.exitValue() : "did not end in time";
      throw new IllegalStateException(
          String.join(" ", command) + " " + how + "\n" + Files.readString(err));
    }
    return Files.readString(out).strip();
  }
}
