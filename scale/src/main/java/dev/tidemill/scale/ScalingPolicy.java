package dev.tidemill.scale;

import java.time.Instant;

/**
 * Advises on the size of the fleet. Pure: no I/O, no clock, nothing kept between calls. What a
 * policy wants to remember it gives back as a value and is given again next time, so that a stored
 * decision can be replayed. The record of decisions is the controller's.
 */
public interface ScalingPolicy {

  /** As it is written in the configuration. */
  String name();

  /** Advice as of now, by one that remembers nothing. */
  ScalingAdvice advise(ScalingSnapshot snapshot);

  /** Advice in the light of what was advised before. */
  default Advised advise(ScalingSnapshot snapshot, PolicyMemory memory, Instant at) {
    return new Advised(advise(snapshot), memory);
  }

  /** Advice, and what to remember of it. */
  record Advised(ScalingAdvice advice, PolicyMemory memory) {}
}
