package dev.tidemill.cli.command;

import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.jobs.Page;

/** Pages as the command line asks for them. */
final class Pages {
  private static final int MOST = 1000;

  private Pages() {}

  static Page of(long after, int limit) {
    if (limit < 1 || limit > MOST) {
      throw Problem.of(CoreError.INVALID_INPUT, "--limit must be from 1 to " + MOST)
          .field("--limit")
          .next("go on with --after for more")
          .exception();
    }
    return new Page(after, limit);
  }
}
