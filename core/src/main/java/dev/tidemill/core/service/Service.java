package dev.tidemill.core.service;

/** A part with a life of its own. Thread-safe; may be started again after it stopped. */
public interface Service {

  String name();

  /** Returns when the work is under way. Starting a running service does nothing. */
  void start();

  /**
   * Returns when the work has ended. Stopping a service that does not run, or was never started,
   * does nothing. An interrupted caller still leaves the service stopping.
   */
  void stop();

  ServiceState state();
}
