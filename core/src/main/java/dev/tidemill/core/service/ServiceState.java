package dev.tidemill.core.service;

import dev.tidemill.core.state.TransitionTable;

/** Where a service is in its life. */
public enum ServiceState {
  LATENT,
  STARTING,
  RUNNING,
  STOPPING,
  STOPPED;

  /** What moves a service on. */
  public enum Event {
    START,
    STARTED,
    START_FAILED,
    STOP,
    ENDED
  }

  public static final TransitionTable<ServiceState, Event> TABLE =
      TransitionTable.startingAt("service", LATENT, Event.class)
          .on(LATENT, Event.START, STARTING)
          .on(STARTING, Event.STARTED, RUNNING)
          .on(STARTING, Event.START_FAILED, STOPPED)
          .on(RUNNING, Event.STOP, STOPPING)
          .on(STOPPING, Event.ENDED, STOPPED)
          .on(STOPPED, Event.START, STARTING)
          .build();
}
