package dev.tidemill.sources.stage;

import dev.tidemill.core.job.RunId;

/** Holds sessions until their run needs them no more. */
@FunctionalInterface
public interface SessionKeeper {

  /** Takes the session over; from now on the keeper closes it. */
  void keep(RunId run, AutoCloseable session);
}
