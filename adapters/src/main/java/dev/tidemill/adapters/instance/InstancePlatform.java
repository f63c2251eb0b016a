package dev.tidemill.adapters.instance;

import dev.tidemill.adapters.GroupSpec;
import dev.tidemill.scale.GroupId;
import java.time.Duration;
import java.util.List;

/**
 * A platform that runs workers one by one. Every call may be repeated with no further effect. When
 * the platform does not answer, or not so that it is known what happened, it throws {@link
 * dev.tidemill.adapters.AdapterError#PLATFORM_UNAVAILABLE} or {@code PLATFORM_DENIED}; then nothing
 * is assumed. Called by one thread.
 */
public interface InstancePlatform {

  /** All instances of this adapter, those that have ended included. */
  List<Instance> list();

  /** Starts worker {@code number} of a group; one that exists is left as it is. */
  void launch(GroupSpec spec, int number) throws LaunchRefused;

  /** Writes on the instance whether it is asked to end. One that is gone is left. */
  void mark(Instance instance, boolean draining);

  /**
   * Deletes exactly this instance, and one that has not ended only if it is still as it was seen.
   * One that is gone or has changed meanwhile is left.
   */
  void discard(Instance instance);

  /** How long after a start {@link #list} may not show it yet. */
  Duration settling();

  /** What a person can do to learn more about a group that failed. */
  String advice(GroupId group);

  static String worker(GroupId group, int number) {
    return "%s-%d".formatted(group, number);
  }
}
