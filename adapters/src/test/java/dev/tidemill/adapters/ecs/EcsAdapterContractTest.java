package dev.tidemill.adapters.ecs;

import dev.tidemill.adapters.WorkerAdapter;
import dev.tidemill.adapters.WorkerAdapterContract;
import dev.tidemill.adapters.instance.PretendedWorkers;
import dev.tidemill.core.time.SimulatedTime;
import dev.tidemill.scale.GroupId;
import java.io.IOException;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;

class EcsAdapterContractTest extends WorkerAdapterContract {
  private final StubEcs ecs;
  private final PretendedWorkers workers = new PretendedWorkers();
  private final PretendedTasks tasks;
  private final EcsAdapter adapter;

  EcsAdapterContractTest() throws IOException {
    ecs = new StubEcs();
    tasks = new PretendedTasks(ecs, workers);
    adapter =
        new EcsAdapter(PretendedTasks.settings(ecs), workers, new SimulatedTime(Instant.EPOCH));
  }

  @AfterEach
  void end() {
    adapter.close();
    ecs.close();
  }

  @Override
  protected WorkerAdapter adapter() {
    return adapter;
  }

  @Override
  protected void occupy(GroupId id) {
    workers.occupy(id);
  }

  @Override
  protected void release(GroupId id) {
    workers.release(id);
  }

  @Override
  protected void crash(GroupId id) {
    tasks.crash(id);
  }

  @Override
  protected void refuseStarts() {
    ecs.refusePlacement("ATTRIBUTE");
  }

  @Override
  protected void progress() {
    tasks.progress();
  }
}
