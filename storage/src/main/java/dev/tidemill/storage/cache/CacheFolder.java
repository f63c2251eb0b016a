package dev.tidemill.storage.cache;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.storage.ObjectInfo;
import dev.tidemill.storage.ObjectKey;
import dev.tidemill.storage.Sha256;
import dev.tidemill.storage.StorageError;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A folder for one process at a time, empty at the beginning and at the end. */
final class CacheFolder implements AutoCloseable {
  private static final String LOCK = ".lock";
  private static final String OBJECT = "object-";
  private static final Pattern EXTENSION = Pattern.compile("(\\.[A-Za-z0-9]{1,8}){1,2}$");

  private final Path root;
  private final FileChannel lock;

  private CacheFolder(Path root, FileChannel lock) {
    this.root = root;
    this.lock = lock;
  }

  static CacheFolder open(Path folder) {
    Path root = folder.toAbsolutePath().normalize();
    try {
      Files.createDirectories(root);
      var channel =
          FileChannel.open(root.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (tryLock(channel) == null) {
        channel.close();
        throw Problem.of(
                StorageError.STORAGE_UNAVAILABLE,
                "%s is the cache of another process".formatted(root))
            .next("give each process a cache folder of its own")
            .exception();
      }
      var opened = new CacheFolder(root, channel);
      opened.clear();
      return opened;
    } catch (IOException e) {
      throw failed("open the cache " + root, e);
    }
  }

  /** Versions of an object have different files; a name ends as the object's, which engines ask. */
  Path file(ObjectInfo object) {
    String id = Sha256.hex((object.key() + "\n" + object.etag()).getBytes(UTF_8));
    return root.resolve(OBJECT + id.substring(0, 40) + extension(object.key()));
  }

  long room() {
    try {
      return Files.getFileStore(root).getUsableSpace();
    } catch (IOException e) {
      throw failed("look at the disk of " + root, e);
    }
  }

  static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw failed("delete " + file, e);
    }
  }

  @Override
  public void close() {
    try (lock) {
      clear();
    } catch (IOException e) {
      throw failed("close the cache " + root, e);
    }
  }

  static TidemillException failed(String what, IOException e) {
    return Problem.of(StorageError.STORAGE_UNAVAILABLE, "could not " + what)
        .cause(e.toString())
        .exception(e);
  }

  private void clear() throws IOException {
    try (var files = Files.newDirectoryStream(root, OBJECT + "*")) {
      for (Path file : files) {
        Files.deleteIfExists(file);
      }
    }
  }

  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException inThisProcess) {
      return null;
    }
  }

  private static String extension(ObjectKey key) {
    Matcher matcher = EXTENSION.matcher(key.segments().getLast());
    return matcher.find() ? matcher.group() : "";
  }
}
