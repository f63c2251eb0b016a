package dev.tidemill.adapters.nativeos;

import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * One adapter per folder. Held by the operating system as long as the process lives, so one that
 * was killed leaves nothing to clean up.
 */
public final class FolderLock implements AutoCloseable {
  private final FileChannel channel;

  private FolderLock(FileChannel channel) {
    this.channel = channel;
  }

  public static FolderLock take(Path folder) {
    try {
      Files.createDirectories(folder);
      FileChannel channel =
          FileChannel.open(
              folder.resolve("adapter.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (!tryLock(channel)) {
        channel.close();
        throw Problem.of(CoreError.CONFLICT, "another adapter works in " + folder)
            .next("stop it first, or give this one another --id or --data")
            .exception();
      }
      return new FolderLock(channel);
    } catch (IOException e) {
      throw Problem.of(CoreError.INVALID_INPUT, "the folder %s cannot be used".formatted(folder))
          .field("data")
          .cause(e.toString())
          .next("name another with --data")
          .exception(e);
    }
  }

  private static boolean tryLock(FileChannel channel) throws IOException {
    try {
      @Nullable FileLock lock = channel.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
