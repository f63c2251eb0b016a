package dev.tidemill.sources.file;

import dev.tidemill.core.error.ErrorCode;
import dev.tidemill.core.error.ErrorTraits;
import dev.tidemill.core.error.ExitCode;

/** What can be wrong with a file that is to be read in place. */
public enum FileError implements ErrorCode {
  FILE_ADDRESS_INVALID(ErrorTraits.user(400, ExitCode.USAGE)),
  /** It lies outside the folders that may be read. */
  FILE_DENIED(ErrorTraits.user(403, ExitCode.DENIED)),
  FILE_NOT_FOUND(ErrorTraits.user(404, ExitCode.NOT_FOUND)),
  /** It is neither CSV nor Parquet, or not what its name says. */
  FILE_KIND_UNKNOWN(ErrorTraits.user(422, ExitCode.FAILED)),
  /** It is cut off, garbled or empty. */
  FILE_DAMAGED(ErrorTraits.user(422, ExitCode.FAILED)),
  /** The disk or the system did not let it be read. */
  FILE_UNREADABLE(ErrorTraits.external(503, ExitCode.UNAVAILABLE)),
  /** It is no longer what it was when it was looked at. */
  FILE_CHANGED(ErrorTraits.external(409, ExitCode.CONFLICT)),
  CSV_HEADER_INVALID(ErrorTraits.user(422, ExitCode.FAILED)),
  CSV_LINE_BROKEN(ErrorTraits.user(422, ExitCode.FAILED)),
  CSV_LINE_TOO_LONG(ErrorTraits.user(422, ExitCode.FAILED)),
  CSV_NOT_UTF8(ErrorTraits.user(422, ExitCode.FAILED)),
  /** A column whose values no engine could be given without loss. */
  PARQUET_COLUMN_UNSUPPORTED(ErrorTraits.user(422, ExitCode.FAILED));

  private final ErrorTraits traits;

  FileError(ErrorTraits traits) {
    this.traits = traits;
  }

  @Override
  public ErrorTraits traits() {
    return traits;
  }
}
