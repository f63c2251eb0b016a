package dev.tidemill.metrics;

import dev.tidemill.core.error.ErrorCode;
import dev.tidemill.core.error.ErrorTraits;
import dev.tidemill.core.error.ExitCode;

/** What can go wrong with stored samples. */
public enum MetricsError implements ErrorCode {
  /** Samples that cannot be read, or are not what samples may be. Nothing of them was stored. */
  SAMPLES_INVALID(ErrorTraits.user(400, ExitCode.USAGE)),
  /** As much is on its way into the store as may be; nothing was stored. */
  INGEST_BUSY(ErrorTraits.resources(503, ExitCode.UNAVAILABLE)),
  /** Whether the samples were stored is not known; sending them again is harmless. */
  INGEST_FAILED(ErrorTraits.external(503, ExitCode.UNAVAILABLE)),
  /** The object behind a segment is not what its writer wrote. */
  SEGMENT_DAMAGED(ErrorTraits.external(502, ExitCode.FAILED).retryable(false)),
  /** A writer took so long that its objects may already have been swept; nothing was changed. */
  SEGMENT_TOO_LATE(ErrorTraits.external(503, ExitCode.UNAVAILABLE)),
  /** Another compaction was faster, or newer samples are in between; nothing was changed. */
  SEGMENTS_CHANGED(ErrorTraits.external(409, ExitCode.CONFLICT));

  private final ErrorTraits traits;

  MetricsError(ErrorTraits traits) {
    this.traits = traits;
  }

  @Override
  public ErrorTraits traits() {
    return traits;
  }
}
