package dev.tidemill.storage.cache;

import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.storage.ObjectInfo;
import dev.tidemill.storage.ObjectKey;
import dev.tidemill.storage.ObjectStore;
import dev.tidemill.storage.Sha256;
import dev.tidemill.storage.StorageError;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Brings one version of an object to the disk, and sees that it is that version. */
final class Fetch {
  private static final int BUFFER = 1 << 17;

  /** Never to be found by a reader. */
  private static final String UNFINISHED = ".part";

  private final ObjectStore store;
  private final ObjectInfo object;
  private final Path file;

  Fetch(ObjectStore store, ObjectInfo object, Path file) {
    this.store = store;
    this.object = object;
    this.file = file;
  }

  /** Returns the checksum, which is {@code sha256} if that is stated. */
  String run(@Nullable String sha256) {
    Path part = file.resolveSibling(file.getFileName() + UNFINISHED);
    try {
      String found = download(part);
      requireSameVersion();
      if (sha256 != null) {
        requireChecksum(object.key(), found, sha256);
      }
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
      return found;
    } catch (IOException e) {
      throw failed(e);
    } finally {
      CacheFolder.delete(part);
    }
  }

  static void requireChecksum(ObjectKey key, @Nullable String found, String sha256) {
    if (!sha256.equalsIgnoreCase(found)) {
      throw damaged(key, "its SHA-256 is %s and should be %s".formatted(found, sha256));
    }
  }

  private String download(Path part) throws IOException {
    var digest = Sha256.digest();
    byte[] buffer = new byte[BUFFER];
    long size = 0;
    try (InputStream in = store.open(object.key());
        OutputStream out = Files.newOutputStream(part)) {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        size += n;
        if (size > object.size()) {
          break; // no more than there is a place for
        }
        digest.update(buffer, 0, n);
        out.write(buffer, 0, n);
      }
    }
    if (size != object.size()) {
      requireSameVersion();
      throw damaged(
          object.key(),
          "it has another length than the %d bytes it should".formatted(object.size()));
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private void requireSameVersion() {
    var now = store.head(object.key());
    if (now.isEmpty() || !now.get().etag().equals(object.etag())) {
      throw Problem.of(
              StorageError.OBJECT_CHANGED,
              "%s was replaced or removed while it was being fetched".formatted(object.key()))
          .next("fetch it again")
          .exception();
    }
  }

  private static TidemillException damaged(ObjectKey key, String how) {
    return Problem.of(StorageError.OBJECT_DAMAGED, "%s is damaged: %s".formatted(key, how))
        .exception();
  }

  private TidemillException failed(IOException e) {
    if (e instanceof InterruptedIOException || Thread.currentThread().isInterrupted()) {
      return Problem.of(
              StorageError.STORAGE_INTERRUPTED,
              "fetching %s was interrupted".formatted(object.key()))
          .exception(e);
    }
    if (String.valueOf(e.getMessage()).contains("No space left")) {
      return DiskFull.problem(object, file).cause(e.toString()).exception(e);
    }
    return CacheFolder.failed("fetch " + object.key(), e);
  }
}
