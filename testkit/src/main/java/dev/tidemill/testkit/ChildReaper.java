package dev.tidemill.testkit;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Lets no child outlive this JVM, even one that is killed: a small process hears of each child and
 * kills those left when the pipe to it closes.
 */
final class ChildReaper {
  private static @Nullable OutputStream pipe;

  private ChildReaper() {}

  static synchronized void watch(Process child) {
    try {
      if (pipe == null) {
        pipe = startReaper();
      }
      pipe.write((child.pid() + "\n").getBytes(StandardCharsets.UTF_8));
      pipe.flush();
    } catch (IOException e) {
      child.destroyForcibly();
      throw new UncheckedIOException(
          "dev/reap-children does not answer, so " + child + " had to end", e);
    }
  }

  private static OutputStream startReaper() throws IOException {
    return new ProcessBuilder(RepositoryRoot.path().resolve("dev/reap-children").toString())
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start()
        .getOutputStream();
  }
}
