package dev.tidemill.adapters;

import dev.tidemill.scale.GroupId;

/** One step from what is to what shall be. */
public sealed interface GroupAction {

  void on(WorkerAdapter adapter);

  /** A group that shall run and does not exist. */
  record Start(GroupSpec spec) implements GroupAction {
    @Override
    public void on(WorkerAdapter adapter) {
      adapter.start(spec);
    }
  }

  /** One that runs and shall not. */
  record Drain(GroupId id) implements GroupAction {
    @Override
    public void on(WorkerAdapter adapter) {
      adapter.drain(id);
    }
  }

  /** One that is ending and shall run after all. */
  record Undrain(GroupId id) implements GroupAction {
    @Override
    public void on(WorkerAdapter adapter) {
      adapter.undrain(id);
    }
  }

  /** One that has ended and is no longer wanted. */
  record Forget(GroupId id) implements GroupAction {
    @Override
    public void on(WorkerAdapter adapter) {
      adapter.remove(id);
    }
  }
}
