package dev.tidemill.scale.signal;

/** Where signals are read. Thread-safe. */
public interface SignalSource {

  /**
   * @throws dev.tidemill.core.error.TidemillException when they cannot be read
   */
  FleetSignals read();
}
