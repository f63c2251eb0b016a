package dev.tidemill.cli.node;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One daemon for each data folder, and a way for others to find it. {@code daemon.lock} is held by
 * the operating system as long as the process lives, so one that was killed leaves nothing that has
 * to be cleaned up; {@code daemon.json} says where it can be reached.
 */
public final class DaemonLock implements AutoCloseable {
  private static final JsonMapper JSON = new JsonMapper();

  private final Path note;
  private final FileChannel channel;

  private DaemonLock(Path note, FileChannel channel) {
    this.note = note;
    this.channel = channel;
  }

  /** Where a running daemon can be reached. */
  public record Daemon(long pid, String url) {}

  /** Takes the folder for this process. */
  public static DaemonLock take(Path data) {
    try {
      Files.createDirectories(data);
      FileChannel channel = open(data);
      if (!tryLock(channel)) {
        channel.close();
        Optional<Daemon> other = read(data);
        throw Problem.of(
                CoreError.CONFLICT,
                "another process works in %s%s"
                    .formatted(data, other.map(d -> " (pid " + d.pid + ")").orElse("")))
            .next("stop it first, or use another folder with --data")
            .exception();
      }
      return new DaemonLock(data.resolve("daemon.json"), channel);
    } catch (IOException e) {
      throw Problem.of(CoreError.INVALID_INPUT, "the folder %s cannot be used".formatted(data))
          .field("data")
          .cause(e.toString())
          .next("name another with --data")
          .exception(e);
    }
  }

  /** Tells others where this process can be reached. */
  public void announce(String url) {
    try {
      Path draft = note.resolveSibling("daemon.json.new");
      Files.writeString(
          draft, JSON.writeValueAsString(Map.of("pid", ProcessHandle.current().pid(), "url", url)));
      Files.move(draft, note, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The daemon that works in this folder, if one does. */
  public static Optional<Daemon> find(Path data) {
    if (!Files.exists(data.resolve("daemon.lock"))) {
      return Optional.empty();
    }
    try (FileChannel channel = open(data)) {
      return tryLock(channel) ? Optional.empty() : read(data);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  @Override
  public void close() {
    try {
      Files.deleteIfExists(note);
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static FileChannel open(Path data) throws IOException {
    return FileChannel.open(
        data.resolve("daemon.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  private static boolean tryLock(FileChannel channel) throws IOException {
    try {
      @Nullable FileLock lock = channel.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  private static Optional<Daemon> read(Path data) {
    try {
      JsonNode note = JSON.readTree(Files.readString(data.resolve("daemon.json")));
      return Optional.of(new Daemon(note.path("pid").asLong(), note.path("url").asText()));
    } catch (JsonProcessingException e) {
      return Optional.empty();
    } catch (IOException e) {
      // It has the lock but cannot be reached yet.
      return Optional.empty();
    }
  }
}
