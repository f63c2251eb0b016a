package dev.tidemill.adapters;

import dev.tidemill.scale.GroupId;
import java.util.List;

/**
 * What a platform that runs workers must be able to do. Everything may be asked again with no
 * further effect. Called by one thread. Calls return when the platform has taken the order, not
 * when it is done; {@link #observe} shows how far it is.
 */
public interface WorkerAdapter {

  /**
   * Starts a group. One of that name that exists, in whatever state, is left as it is. A start that
   * the platform refuses shows as a failed group.
   */
  void start(GroupSpec spec);

  /** Asks a group to finish its work and end. An unknown one, or one that has ended, is left. */
  void drain(GroupId id);

  /** Asks a draining group to stay. One that does not drain, or has ended, is left. */
  void undrain(GroupId id);

  /**
   * Forgets a group that has ended. One that has not is refused with {@link
   * AdapterError#GROUP_NOT_ENDED} and left; an unknown one is no error.
   */
  void remove(GroupId id);

  /**
   * All groups of this adapter, also those of its former incarnation, in the order of names. A
   * group that has ended is shown until it is removed. When the platform does not answer this
   * throws: an empty list means that there is no group.
   */
  List<ObservedGroup> observe();
}
