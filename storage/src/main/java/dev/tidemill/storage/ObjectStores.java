package dev.tidemill.storage;

import dev.tidemill.core.error.Problem;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.storage.s3.S3Address;
import dev.tidemill.storage.s3.S3ObjectStore;
import dev.tidemill.storage.s3.S3Settings;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Opens the store that an address names. Nothing of S3 is loaded for a folder. */
public final class ObjectStores {
  private ObjectStores() {}

  /**
   * A folder ({@code ./objects}, {@code file:///data/objects}) or {@code s3://bucket/prefix}. A
   * store that is {@link AutoCloseable} is closed by the caller.
   */
  public static ObjectStore open(String address, S3Settings s3, TimeSource time) {
    if (S3Address.isOne(address)) {
      return new S3ObjectStore(S3Address.parse(address), s3, time);
    }
    return new LocalObjectStore(folder(address), time);
  }

  private static Path folder(String address) {
    String path = address.startsWith("file://") ? address.substring(7) : address;
    if (path.isEmpty()
        || path.contains("://")
        || (address.startsWith("file:") && !path.startsWith("/"))) {
      throw refused();
    }
    try {
      return Path.of(path);
    } catch (InvalidPathException e) {
      throw refused();
    }
  }

  /** The address is not repeated: one that was not understood may hold a secret. */
  private static RuntimeException refused() {
    return Problem.of(
            StorageError.INVALID_STORE_ADDRESS,
            "the address of the object store is neither a folder nor s3://bucket/prefix")
        .next("write a folder, file:///folder or s3://bucket/prefix")
        .exception();
  }
}
