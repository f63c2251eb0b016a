package dev.tidemill.adapters.kubernetes;

import dev.tidemill.adapters.DrainRequests;
import dev.tidemill.adapters.instance.InstanceAdapter;
import dev.tidemill.core.time.TimeSource;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.time.Duration;

/** Groups of pods. For one thread. */
public final class KubernetesAdapter extends InstanceAdapter implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final int REQUEST_MILLIS = 10_000;
  private static final int RETRIES = 2;

  private final KubernetesClient client;

  /** The cluster is the one this process runs in, else that of the kubeconfig. */
  public KubernetesAdapter(KubernetesSettings settings, DrainRequests requests, TimeSource time) {
    this(client(), settings, requests, time);
  }

  KubernetesAdapter(
      KubernetesClient client,
      KubernetesSettings settings,
      DrainRequests requests,
      TimeSource time) {
    super(new PodPlatform(client, settings, time), requests, time, PATIENCE);
    this.client = client;
  }

  static KubernetesClient client() {
    return new KubernetesClientBuilder().withConfig(impatient(Config.autoConfigure(null))).build();
  }

  /** A heartbeat must not wait for a server that does not answer. */
  static Config impatient(Config config) {
    return new ConfigBuilder(config)
        .withConnectionTimeout(REQUEST_MILLIS)
        .withRequestTimeout(REQUEST_MILLIS)
        .withRequestRetryBackoffLimit(RETRIES)
        .build();
  }

  @Override
  public void close() {
    client.close();
  }
}
