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

  static void watch(Process child) {
    tell("add " + child.pid());
    child.onExit().thenRun(() -> tell("drop " + child.pid()));
  }

  private static synchronized void tell(String line) {
    try {
      OutputStream reaper = pipe != null ? pipe : (pipe = startReaper());
      reaper.write((line + "\n").getBytes(StandardCharsets.UTF_8));
      reaper.flush();
    } catch (IOException e) {
      throw new UncheckedIOException("dev/reap-children is gone: children may be left behind", e);
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
