package dev.tidemill.jobs.json;

import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.ErrorCatalog;
import dev.tidemill.core.error.ErrorCode;
import dev.tidemill.core.error.ErrorTraits;
import dev.tidemill.core.error.ErrorType;
import dev.tidemill.core.error.ExitCode;
import java.util.Optional;

/**
 * A code that another process used and this one may not know, as when it is of a later release: the
 * name is kept, what follows from it is guessed.
 */
public record RemoteError(String name, ErrorTraits traits) implements ErrorCode {

  public static RemoteError of(String name, ErrorType type) {
    return new RemoteError(
        name,
        switch (type) {
          case USER -> ErrorTraits.user(400, ExitCode.FAILED);
          case INTERNAL -> ErrorTraits.internal();
          case RESOURCES -> ErrorTraits.resources(429, ExitCode.UNAVAILABLE);
          case EXTERNAL -> ErrorTraits.external(503, ExitCode.UNAVAILABLE);
        });
  }

  /** The code of that name, or one that fits the status it came with. */
  public static ErrorCode of(ErrorCatalog known, String name, int httpStatus) {
    Optional<ErrorCode> code = known.find(name);
    return code.orElseGet(
        () -> name.isEmpty() ? standIn(httpStatus) : new RemoteError(name, traits(httpStatus)));
  }

  /** An answer that carries no code comes from something between here and the server. */
  private static ErrorCode standIn(int httpStatus) {
    return switch (httpStatus) {
      case 403 -> CoreError.DENIED;
      case 502, 503 -> CoreError.UNAVAILABLE;
      case 504 -> CoreError.TIMED_OUT;
      default -> new RemoteError("HTTP_" + httpStatus, traits(httpStatus));
    };
  }

  private static ErrorTraits traits(int httpStatus) {
    return switch (httpStatus) {
      case 401, 403 -> ErrorTraits.user(httpStatus, ExitCode.DENIED);
      case 404 -> ErrorTraits.user(httpStatus, ExitCode.NOT_FOUND);
      case 409 -> ErrorTraits.user(httpStatus, ExitCode.CONFLICT);
      case 429 -> ErrorTraits.resources(httpStatus, ExitCode.UNAVAILABLE);
      case 502, 503, 504 -> ErrorTraits.external(httpStatus, ExitCode.UNAVAILABLE);
      case 500 -> ErrorTraits.internal();
      default ->
          httpStatus >= 500
              ? ErrorTraits.external(httpStatus, ExitCode.UNAVAILABLE)
              : ErrorTraits.user(httpStatus, ExitCode.FAILED);
    };
  }
}
