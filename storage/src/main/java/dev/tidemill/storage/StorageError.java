package dev.tidemill.storage;

import dev.tidemill.core.error.ErrorCode;
import dev.tidemill.core.error.ErrorTraits;
import dev.tidemill.core.error.ExitCode;

/** What can go wrong with objects and manifests. */
public enum StorageError implements ErrorCode {
  INVALID_OBJECT_KEY(ErrorTraits.user(400, ExitCode.USAGE)),
  INVALID_STORE_ADDRESS(ErrorTraits.user(400, ExitCode.USAGE)),
  OBJECT_NOT_FOUND(ErrorTraits.user(404, ExitCode.NOT_FOUND)),
  /** The range begins at or behind the end of the object. */
  INVALID_RANGE(ErrorTraits.user(416, ExitCode.USAGE)),
  /** What was to be stored could not be read to its end; nothing was stored. */
  CONTENT_UNREADABLE(ErrorTraits.external(500, ExitCode.FAILED)),
  /** The store cannot be reached or refuses to work. */
  STORAGE_UNAVAILABLE(ErrorTraits.external(503, ExitCode.UNAVAILABLE)),
  /** The store does not take the credentials, or they may not do this. */
  STORAGE_DENIED(ErrorTraits.user(403, ExitCode.DENIED)),
  /** The object was replaced or removed while it was being read. */
  OBJECT_CHANGED(ErrorTraits.external(409, ExitCode.CONFLICT)),
  /** An object is not what it was said to be: another length or checksum. */
  OBJECT_DAMAGED(ErrorTraits.external(502, ExitCode.FAILED)),
  /** The local disk, or the share of it that may be used, has no room left. */
  STORAGE_FULL(ErrorTraits.resources(507, ExitCode.FAILED)),
  /** The calling thread was interrupted; nothing was stored. */
  STORAGE_INTERRUPTED(ErrorTraits.external(503, ExitCode.INTERRUPTED)),
  /** A manifest that contradicts itself, or is of a version this program does not know. */
  INVALID_MANIFEST(ErrorTraits.internal().retryable(false));

  private final ErrorTraits traits;

  StorageError(ErrorTraits traits) {
    this.traits = traits;
  }

  @Override
  public ErrorTraits traits() {
    return traits;
  }
}
