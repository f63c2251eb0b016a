package dev.tidemill.adapters.instance;

import dev.tidemill.adapters.DrainRequests;
import dev.tidemill.scale.GroupId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** TEST DOUBLE: what workers would say and do, for platforms that only pretend to run any. */
public final class PretendedWorkers implements DrainRequests {
  private final Set<GroupId> draining = new HashSet<>();
  private final Set<GroupId> busy = new HashSet<>();
  private final Map<GroupId, Set<String>> ready = new HashMap<>();
  private int drains;

  @Override
  public void drain(GroupId group) {
    draining.add(group);
    drains++;
  }

  @Override
  public void undrain(GroupId group) {
    draining.remove(group);
  }

  @Override
  public Set<String> ready(GroupId group) {
    return Set.copyOf(ready.getOrDefault(group, Set.of()));
  }

  public void report(GroupId group, String worker) {
    ready.computeIfAbsent(group, _ -> new HashSet<>()).add(worker);
  }

  public void occupy(GroupId group) {
    busy.add(group);
  }

  public void release(GroupId group) {
    busy.remove(group);
  }

  /** Would a worker of this group exit now? */
  public boolean exits(GroupId group) {
    return draining.contains(group) && !busy.contains(group);
  }

  public boolean askedToDrain(GroupId group) {
    return draining.contains(group);
  }

  /** Loses what was asked, as a store that was restored from a backup would. */
  public void forgetRequests() {
    draining.clear();
  }

  public int drains() {
    return drains;
  }
}
