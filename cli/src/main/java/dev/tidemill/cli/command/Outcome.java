package dev.tidemill.cli.command;

import dev.tidemill.core.error.ExitCode;
import dev.tidemill.jobs.RunView;
import dev.tidemill.jobs.state.RunStatus;

/** The exit code that says how a run stands. */
final class Outcome {
  private Outcome() {}

  static int of(RunView run) {
    boolean bad = run.status() == RunStatus.FAILED || run.status() == RunStatus.CANCELLED;
    return (bad ? ExitCode.FAILED : ExitCode.OK).value();
  }
}
