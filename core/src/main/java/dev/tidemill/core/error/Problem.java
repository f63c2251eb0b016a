package dev.tidemill.core.error;

import org.jspecify.annotations.Nullable;

/**
 * One error in full: what the REST body, the terminal and the stored job error are made of.
 *
 * @param message what happened to which object, and what was left unchanged
 * @param field the input at fault, as the user wrote it
 * @param cause why, when it is known
 * @param next what the user can do about it
 */
public record Problem(
    ErrorCode code,
    String message,
    @Nullable String field,
    @Nullable String cause,
    @Nullable String next) {

  public static Problem of(ErrorCode code, String message) {
    return new Problem(code, message, null, null, null);
  }

  public Problem field(String name) {
    return new Problem(code, message, name, cause, next);
  }

  public Problem cause(String why) {
    return new Problem(code, message, field, why, next);
  }

  public Problem next(String advice) {
    return new Problem(code, message, field, cause, advice);
  }

  public TidemillException exception() {
    return new TidemillException(this, null);
  }

  public TidemillException exception(Throwable because) {
    return new TidemillException(this, because);
  }
}
