package dev.tidemill.schedule.leader;

import dev.tidemill.core.time.TimeSource;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A lease among the parts of one process, for the layers that have no shared store. */
public final class LocalLeaderLease implements LeaderLease {
  private final Duration ttl;
  private final TimeSource time;
  private @Nullable HolderId holder;
  private Duration until = Duration.ZERO;
  private long term;

  public LocalLeaderLease(LeaseSettings settings, TimeSource time) {
    this.ttl = settings.ttl();
    this.time = time;
  }

  @Override
  public synchronized LeaseAnswer acquire(HolderId candidate) {
    if (!heldBy(candidate)) {
      if (holder != null && time.monotonic().compareTo(until) < 0) {
        return new LeaseAnswer.Refused();
      }
      holder = candidate;
      term++;
    }
    return extended();
  }

  @Override
  public synchronized LeaseAnswer renew(HolderId former, Term under) {
    return heldBy(former) && under.value() == term ? extended() : new LeaseAnswer.Refused();
  }

  @Override
  public synchronized void release(HolderId former, Term under) {
    if (heldBy(former) && under.value() == term) {
      holder = null;
    }
  }

  private boolean heldBy(HolderId candidate) {
    return candidate.equals(holder) && time.monotonic().compareTo(until) < 0;
  }

  private LeaseAnswer extended() {
    until = time.monotonic().plus(ttl);
    return new LeaseAnswer.Held(new Term(term));
  }
}
