package dev.tidemill.adapters.instance;

import dev.tidemill.scale.CapabilitySet;
import dev.tidemill.scale.GroupId;

/**
 * One worker as the platform shows it.
 *
 * @param worker its name, as the worker itself was told
 * @param draining it carries the mark of having been asked to end
 * @param handle the one thing on the platform that this is, and never another of the same name
 */
public record Instance(
    GroupId group,
    String worker,
    CapabilitySet capabilities,
    boolean draining,
    Life life,
    Handle handle) {

  /** How far it is. */
  public sealed interface Life {

    /**
     * Not all of it runs yet.
     *
     * @param why what it waits for
     * @param hopeless it will not get on by itself
     * @param begun some of it runs already, so it may be at work
     */
    record Waiting(String why, boolean hopeless, boolean begun) implements Life {}

    record Running() implements Life {}

    /** Its worker is no longer there, and will not come back. */
    record Ended(String why) implements Life {}
  }

  /**
   * @param name what the platform calls it
   * @param uid what no other ever has
   * @param version changes whenever anything about it does; empty where there is none
   */
  public record Handle(String name, String uid, String version) {}

  public boolean ended() {
    return life instanceof Life.Ended;
  }

  boolean hopeless() {
    return life instanceof Life.Waiting waiting && waiting.hopeless();
  }

  /** Has it certainly done no work yet, as far as this look can tell? */
  boolean unbegun() {
    return life instanceof Life.Waiting waiting && !waiting.begun();
  }

  String words() {
    return switch (life) {
      case Life.Waiting waiting -> "%s %s".formatted(handle.name(), waiting.why());
      case Life.Running _ -> handle.name() + " runs";
      case Life.Ended ended -> "%s %s".formatted(handle.name(), ended.why());
    };
  }
}
