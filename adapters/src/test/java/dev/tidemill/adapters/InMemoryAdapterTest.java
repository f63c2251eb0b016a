package dev.tidemill.adapters;

import dev.tidemill.scale.GroupId;

/** The double keeps the contract, so that what is tested with it means something. */
class InMemoryAdapterTest extends WorkerAdapterContract {
  private final InMemoryAdapter adapter = new InMemoryAdapter();

  @Override
  protected WorkerAdapter adapter() {
    return adapter;
  }

  @Override
  protected void occupy(GroupId id) {
    adapter.occupy(id);
  }

  @Override
  protected void release(GroupId id) {
    adapter.release(id);
  }

  @Override
  protected void crash(GroupId id) {
    adapter.crash(id);
  }

  @Override
  protected void refuseStarts() {
    adapter.refuseStarts();
  }

  @Override
  protected void progress() {
    adapter.progress();
  }
}
