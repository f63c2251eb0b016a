package dev.tidemill.scale;

/**
 * Advises on the size of the fleet. Pure: no I/O, no clock, no memory between calls. Cooldowns,
 * step limits and the record of decisions are the controller's.
 */
public interface ScalingPolicy {

  /** As it is written in the configuration. */
  String name();

  ScalingAdvice advise(ScalingSnapshot snapshot);
}
