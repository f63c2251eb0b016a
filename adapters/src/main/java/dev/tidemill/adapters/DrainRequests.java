package dev.tidemill.adapters;

import dev.tidemill.scale.GroupId;
import java.util.OptionalLong;
import java.util.Set;

/**
 * How workers of a group are asked to end, and what is known of them: through the store or the
 * server, where they report. Everything may be asked again. What is asked of a group holds for
 * workers of it that report later too.
 */
public interface DrainRequests {

  /** Take nothing new, finish what you have, exit. */
  void drain(GroupId group);

  /** Go on after all. */
  void undrain(GroupId group);

  /** The names of its workers that have reported and are able to work. */
  Set<String> ready(GroupId group);

  /** The process of one that has reported, on this machine; nothing as long as none is known. */
  default OptionalLong process(GroupId group, String worker) {
    return OptionalLong.empty();
  }
}
