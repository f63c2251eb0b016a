package dev.tidemill.adapters.kubernetes;

import dev.tidemill.adapters.WorkerAdapter;
import dev.tidemill.adapters.WorkerAdapterContract;
import dev.tidemill.adapters.instance.PretendedWorkers;
import dev.tidemill.core.time.SimulatedTime;
import dev.tidemill.scale.GroupId;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;

class KubernetesAdapterContractTest extends WorkerAdapterContract {
  private final ApiServer server = new ApiServer();
  private final KubernetesClient client = server.client();
  private final PretendedWorkers workers = new PretendedWorkers();
  private final PretendedCluster cluster = new PretendedCluster(client, workers);
  private final KubernetesAdapter adapter =
      new KubernetesAdapter(
          server.client(),
          PretendedCluster.settings(PodTemplate.Image.of("tidemill:1")),
          workers,
          new SimulatedTime(Instant.EPOCH));

  @AfterEach
  void end() {
    adapter.close();
    client.close();
    server.close();
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
    cluster.become(id, PretendedCluster.phase("Failed"));
  }

  @Override
  protected void refuseStarts() {
    server.answer("POST", 403, "Forbidden");
  }

  @Override
  protected void progress() {
    cluster.progress();
  }
}
