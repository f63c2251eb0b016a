package dev.tidemill.server.http;

import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.ErrorType;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.jobs.json.ProblemJson;
import dev.tidemill.server.route.Answer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Errors as answers. */
final class Failures {
  private static final Logger log = LoggerFactory.getLogger(Failures.class);

  private Failures() {}

  static Answer.Full answer(Problem problem) {
    Answer.Full answer = Answer.json(problem.code().httpStatus(), ProblemJson.write(problem));
    return problem.code().httpStatus() == 401
        ? answer.header("www-authenticate", "Bearer")
        : answer;
  }

  /** What a client may know of an error; a fault of the program is logged here, and only here. */
  static Answer.Full answer(Throwable error, String route) {
    if (error instanceof TidemillException known) {
      if (known.code().type() == ErrorType.INTERNAL) {
        log.error("{} failed", route, error);
      }
      return answer(known.problem());
    }
    log.error("{} failed", route, error);
    return answer(
        Problem.of(CoreError.INTERNAL_ERROR, "%s failed unexpectedly".formatted(route))
            .next("the server's log says why; trying again may help"));
  }
}
