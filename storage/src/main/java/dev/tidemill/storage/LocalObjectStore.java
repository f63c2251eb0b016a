package dev.tidemill.storage;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.core.time.TimeSource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Objects as files of one folder, on a file system with atomic rename and hard links.
 *
 * <p>A write goes to a hidden name beside its target, is forced to disk, and then takes the
 * target's name in one step. What a crash leaves behind stays hidden until {@link #sweep}.
 */
public final class LocalObjectStore implements ObjectStore {
  private static final String WRITING = ".writing-";

  private final Path root;
  private final Folders folders;
  private final TimeSource time;

  public LocalObjectStore(Path root, TimeSource time) {
    this.root = root.toAbsolutePath().normalize();
    this.folders = new Folders(this.root);
    this.time = time;
  }

  @Override
  public ObjectInfo put(ObjectKey key, Content content) {
    return write(key, content, LocalObjectStore::replace).orElseThrow();
  }

  @Override
  public Optional<ObjectInfo> putIfAbsent(ObjectKey key, Content content) {
    if (head(key).isPresent()) {
      return Optional.empty();
    }
    return write(key, content, LocalObjectStore::claim);
  }

  @Override
  public InputStream open(ObjectKey key) {
    return attempt(key, file -> new FileSlice(open(file), Long.MAX_VALUE));
  }

  @Override
  public InputStream open(ObjectKey key, ByteRange range) {
    return attempt(
        key,
        file -> {
          FileChannel channel = open(file);
          if (range.from() >= channel.size()) {
            channel.close();
            throw Problem.of(
                    StorageError.INVALID_RANGE,
                    "%s ends before byte %d".formatted(key, range.from()))
                .exception();
          }
          channel.position(range.from());
          return new FileSlice(channel, range.length());
        });
  }

  @Override
  public Optional<ObjectInfo> head(ObjectKey key) {
    try {
      var attributes = Files.readAttributes(FileNames.file(root, key), BasicFileAttributes.class);
      return attributes.isRegularFile() ? Optional.of(info(key, attributes)) : Optional.empty();
    } catch (NoSuchFileException absent) {
      return Optional.empty();
    } catch (IOException e) {
      throw failed("look up", key, e);
    }
  }

  @Override
  public ObjectPage list(String prefix, @Nullable ObjectKey after, int limit) {
    return new LocalListing(root, prefix, after, limit).page();
  }

  @Override
  public void delete(ObjectKey key) {
    Path file = FileNames.file(root, key);
    try {
      if (Files.isRegularFile(file) && Files.deleteIfExists(file)) {
        folders.removeEmpty(file);
      }
    } catch (IOException e) {
      throw failed("delete", key, e);
    }
  }

  /**
   * Removes what writers that died left behind, once it has not grown for {@code age}. A writer
   * that is merely slower than that fails cleanly. Returns how many were removed.
   */
  public int sweep(Duration age) {
    return new Leftovers(root, WRITING, time.now().minus(age)).remove();
  }

  static ObjectInfo info(ObjectKey key, BasicFileAttributes attributes) {
    String version = attributes.fileKey() + "@" + attributes.lastModifiedTime().toInstant();
    return new ObjectInfo(key, attributes.size(), version);
  }

  static boolean hidden(Path file) {
    return file.getFileName().toString().startsWith(".");
  }

  static TidemillException failed(String verb, Object what, IOException e) {
    boolean interrupted = e instanceof ClosedByInterruptException;
    var code = interrupted ? StorageError.STORAGE_INTERRUPTED : StorageError.STORAGE_UNAVAILABLE;
    return Problem.of(code, "could not %s %s; nothing was changed".formatted(verb, what))
        .cause(e.toString())
        .exception(e);
  }

  private Optional<ObjectInfo> write(ObjectKey key, Content content, Publication publication) {
    Path target = FileNames.file(root, key);
    Path writing = target.resolveSibling(WRITING + UUID.randomUUID());
    try {
      fill(writing, content, key);
      var info = info(key, Files.readAttributes(writing, BasicFileAttributes.class));
      if (!publication.publish(writing, target)) {
        return Optional.empty();
      }
      Folders.force(target);
      return Optional.of(info);
    } catch (NotDirectoryException taken) {
      throw Problem.of(
              StorageError.INVALID_OBJECT_KEY,
              "%s cannot be stored: one of it and another object is the folder of the other"
                  .formatted(key))
          .exception(taken);
    } catch (IOException e) {
      throw failed("store", key, e);
    } finally {
      discard(writing);
    }
  }

  private static boolean replace(Path written, Path target) throws IOException {
    requireNoFolder(target);
    Files.move(written, target, StandardCopyOption.ATOMIC_MOVE);
    return true;
  }

  private static boolean claim(Path written, Path target) throws IOException {
    requireNoFolder(target);
    try {
      Files.createLink(target, written);
      return true;
    } catch (FileAlreadyExistsException another) {
      return false;
    }
  }

  private static void requireNoFolder(Path target) throws IOException {
    if (Files.isDirectory(target)) {
      throw new NotDirectoryException(target.toString());
    }
  }

  private void fill(Path writing, Content content, ObjectKey key) throws IOException {
    if (content instanceof Content.Given given && linked(writing, given)) {
      try (FileChannel out = FileChannel.open(writing, WRITE)) {
        out.force(true);
      }
      return;
    }
    try (FileChannel out =
            folders.inFolderOf(writing, w -> FileChannel.open(w, CREATE_NEW, WRITE));
        var source = new Source(content, key)) {
      source.copyTo(out);
      out.force(true);
    }
  }

  /** False where a link cannot be, as between file systems; then the bytes are copied. */
  private boolean linked(Path writing, Content.Given given) throws IOException {
    try {
      return folders.inFolderOf(
          writing, w -> Files.isRegularFile(given.path()) && link(w, given.path()));
    } catch (FileSystemException | UnsupportedOperationException e) {
      return false;
    }
  }

  private static boolean link(Path name, Path file) throws IOException {
    Files.createLink(name, file);
    return true;
  }

  private <T> T attempt(ObjectKey key, Folders.Use<T> use) {
    Path file = FileNames.file(root, key);
    try {
      return use.of(file);
    } catch (NoSuchFileException absent) {
      throw Problem.of(StorageError.OBJECT_NOT_FOUND, "there is no object " + key)
          .exception(absent);
    } catch (IOException e) {
      throw failed("read", key, e);
    }
  }

  private static FileChannel open(Path file) throws IOException {
    if (Files.isDirectory(file)) {
      throw new NoSuchFileException(file.toString());
    }
    return FileChannel.open(file);
  }

  private static void discard(Path writing) {
    try {
      Files.deleteIfExists(writing);
    } catch (IOException left) {
      // Hidden from readers; sweep removes it.
    }
  }

  /** The one step that makes an object visible; false if another was first. */
  private interface Publication {
    boolean publish(Path written, Path target) throws IOException;
  }
}
