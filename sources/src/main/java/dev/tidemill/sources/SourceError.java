package dev.tidemill.sources;

import dev.tidemill.core.error.ErrorCode;
import dev.tidemill.core.error.ErrorTraits;
import dev.tidemill.core.error.ExitCode;

/** What can go wrong between a source and its staged parts. */
public enum SourceError implements ErrorCode {
  INVALID_SOURCE_URI(ErrorTraits.user(400, ExitCode.USAGE)),
  /** An address this installation may not connect to. */
  SOURCE_REFUSED(ErrorTraits.user(403, ExitCode.DENIED)),
  /** The source does not let this user in, or not at this table. */
  SOURCE_DENIED(ErrorTraits.user(403, ExitCode.DENIED)),
  SOURCE_NOT_FOUND(ErrorTraits.user(404, ExitCode.NOT_FOUND)),
  INVALID_SOURCE_FILTER(ErrorTraits.user(400, ExitCode.USAGE)),
  INVALID_PARTITION_KEY(ErrorTraits.user(400, ExitCode.USAGE)),
  /** A value that the stated type of its column cannot hold exactly. */
  SOURCE_VALUE_UNSUPPORTED(ErrorTraits.user(422, ExitCode.FAILED)),
  /** The table has other columns than when its chunks were planned. */
  SOURCE_CHANGED(ErrorTraits.user(409, ExitCode.CONFLICT)),
  SOURCE_UNAVAILABLE(ErrorTraits.external(503, ExitCode.UNAVAILABLE)),
  /** What the source sent is not what its protocol promises. */
  SOURCE_STREAM_BROKEN(ErrorTraits.external(502, ExitCode.FAILED)),
  /**
   * The snapshot is gone: the same chunk can never be read again, the source must be staged anew.
   */
  SOURCE_SNAPSHOT_LOST(ErrorTraits.external(503, ExitCode.FAILED).retryable(false)),
  SOURCE_INTERRUPTED(ErrorTraits.external(503, ExitCode.INTERRUPTED)),
  /** A staged part is not what was recorded of it: missing, doubled or changed. */
  STAGED_PART_WRONG(ErrorTraits.internal().retryable(false));

  private final ErrorTraits traits;

  SourceError(ErrorTraits traits) {
    this.traits = traits;
  }

  @Override
  public ErrorTraits traits() {
    return traits;
  }
}
