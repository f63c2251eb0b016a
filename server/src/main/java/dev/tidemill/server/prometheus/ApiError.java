package dev.tidemill.server.prometheus;

import dev.tidemill.core.error.ErrorCode;
import dev.tidemill.core.error.ErrorType;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.promql.PromqlError;
import dev.tidemill.storage.StorageError;

/** What Prometheus calls an error, and its status code. */
enum ApiError {
  BAD_DATA("bad_data", 400),
  EXECUTION("execution", 422),
  CANCELED("canceled", 503),
  TIMEOUT("timeout", 503),
  UNAVAILABLE("unavailable", 503),
  INTERNAL("internal", 500);

  final String type;
  final int status;

  ApiError(String type, int status) {
    this.type = type;
    this.status = status;
  }

  static ApiError of(TidemillException error) {
    ErrorCode code = error.code();
    if (code == PromqlError.QUERY_CANCELLED || code == StorageError.STORAGE_INTERRUPTED) {
      return CANCELED;
    }
    if (code == PromqlError.QUERY_TOO_LARGE) {
      return EXECUTION;
    }
    return switch (code.httpStatus()) {
      case 400 -> BAD_DATA;
      case 422 -> EXECUTION;
      case 503 -> UNAVAILABLE;
      default -> code.type() == ErrorType.USER ? BAD_DATA : INTERNAL;
    };
  }

  /** In one line. What is wrong outside is worth knowing; what a query lacks is in the message. */
  static String words(TidemillException error) {
    Problem problem = error.problem();
    boolean outside = error.code().type() == ErrorType.EXTERNAL && problem.cause() != null;
    return outside ? problem.message() + ": " + problem.cause() : problem.message();
  }
}
