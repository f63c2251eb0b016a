package dev.tidemill.adapters;

import dev.tidemill.core.error.Problem;
import dev.tidemill.scale.CapabilitySet;
import dev.tidemill.scale.GroupId;
import dev.tidemill.scale.GroupState;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A group as the platform shows it.
 *
 * @param workers the names of those that live
 * @param since when it came into its state, for people only
 * @param failure why it failed
 */
public record ObservedGroup(
    GroupId id,
    CapabilitySet capabilities,
    GroupState state,
    List<String> workers,
    Instant since,
    @Nullable Problem failure) {
  public ObservedGroup {
    workers = List.copyOf(workers);
  }

  public boolean ended() {
    return state == GroupState.GONE || state == GroupState.FAILED;
  }
}
