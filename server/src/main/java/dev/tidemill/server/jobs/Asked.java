package dev.tidemill.server.jobs;

import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.job.JobId;
import dev.tidemill.core.job.RunId;
import dev.tidemill.jobs.Page;
import dev.tidemill.jobs.json.Words;
import dev.tidemill.server.route.Request;
import org.jspecify.annotations.Nullable;

/** What a request asks for, read out of its parts. */
record Asked(Request request) {
  private static final int USUAL_PAGE = 100;
  private static final int LARGEST_PAGE = 1000;

  RunId run() {
    return RunId.parse(request.part("run"));
  }

  JobId job() {
    return JobId.parse(request.part("job"));
  }

  @Nullable String text(String name) {
    return request.parameter(name).filter(text -> !text.isEmpty()).orElse(null);
  }

  <E extends Enum<E>> @Nullable E word(String name, Class<E> words) {
    String text = text(name);
    return text == null ? null : Words.parse(words, name, text);
  }

  boolean flag(String name) {
    String text = text(name);
    if (text == null || text.equals("false")) {
      return false;
    }
    if (text.equals("true")) {
      return true;
    }
    throw wrong(name, "true or false", text);
  }

  int limit() {
    return Math.toIntExact(number("limit", 1, LARGEST_PAGE, USUAL_PAGE));
  }

  long number(String name, long least, long most, long fallback) {
    String text = text(name);
    if (text == null) {
      return fallback;
    }
    try {
      long number = Long.parseLong(text);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Told below.
    }
    throw wrong(name, "a whole number from %d to %d".formatted(least, most), text);
  }

  Page pageOfRuns() {
    String after = text("after");
    return new Page(after == null ? 0 : RunId.parse(after).value(), limit());
  }

  Page pageOfJobs() {
    String after = text("after");
    return new Page(after == null ? 0 : JobId.parse(after).value(), limit());
  }

  private static RuntimeException wrong(String name, String wanted, String got) {
    return Problem.of(CoreError.INVALID_INPUT, "'%s' must be %s".formatted(name, wanted))
        .field(name)
        .cause("got '%s'".formatted(got.length() <= 60 ? got : got.substring(0, 60) + "…"))
        .exception();
  }
}
