package dev.tidemill.adapters;

import dev.tidemill.scale.GroupId;
import dev.tidemill.scale.GroupState;
import java.util.List;

/** TEST DOUBLE: the platform in memory, for a link's thread and a test's. Not for production. */
public final class SteppedPlatform implements WorkerAdapter {
  private final InMemoryAdapter groups = new InMemoryAdapter();

  @Override
  public synchronized void start(GroupSpec spec) {
    groups.start(spec);
  }

  @Override
  public synchronized void drain(GroupId id) {
    groups.drain(id);
  }

  @Override
  public synchronized void undrain(GroupId id) {
    groups.undrain(id);
  }

  @Override
  public synchronized void remove(GroupId id) {
    groups.remove(id);
  }

  @Override
  public synchronized List<ObservedGroup> observe() {
    return groups.observe();
  }

  public synchronized void progress() {
    groups.progress();
  }

  public synchronized List<String> running() {
    return groups.observe().stream()
        .filter(group -> group.state() == GroupState.RUNNING)
        .map(group -> group.id().value())
        .toList();
  }
}
