package dev.tidemill.storage.cache;

import dev.tidemill.core.error.Problem;
import dev.tidemill.storage.ObjectInfo;
import dev.tidemill.storage.StorageError;
import java.nio.file.Path;

/** The disk has less room than the budget says. */
final class DiskFull {
  private DiskFull() {}

  static Problem problem(ObjectInfo object, Path file) {
    return Problem.of(
            StorageError.STORAGE_FULL,
            "%s (%d bytes) does not fit on the disk of %s; nothing was kept of it"
                .formatted(object.key(), object.size(), file.getParent()))
        .next("free space there, or move the cache to a larger disk");
  }
}
