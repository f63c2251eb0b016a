package dev.tidemill.core.error;

import org.jspecify.annotations.Nullable;

/** Carries a {@link Problem} to the edge that will tell it. */
public class TidemillException extends RuntimeException {
  private final transient Problem problem;

  public TidemillException(Problem problem, @Nullable Throwable because) {
    super(problem.code().name() + ": " + problem.message(), because);
    this.problem = problem;
  }

  public Problem problem() {
    return problem;
  }

  public ErrorCode code() {
    return problem.code();
  }
}
