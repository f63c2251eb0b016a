package dev.tidemill.adapters.ecs;

import dev.tidemill.adapters.DrainRequests;
import dev.tidemill.adapters.instance.InstanceAdapter;
import dev.tidemill.core.time.TimeSource;
import java.time.Duration;
import software.amazon.awssdk.core.retry.RetryMode;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.ecs.EcsClient;

/** Groups of ECS tasks. For one thread. */
public final class EcsAdapter extends InstanceAdapter implements AutoCloseable {
  private final EcsClient client;

  /** Credentials come from where AWS programs look for them. */
  public EcsAdapter(EcsSettings settings, DrainRequests requests, TimeSource time) {
    this(client(settings.location()), settings, requests, time);
  }

  private EcsAdapter(
      EcsClient client, EcsSettings settings, DrainRequests requests, TimeSource time) {
    super(new TaskPlatform(client, settings), requests, time, settings.capacityPatience());
    this.client = client;
  }

  /** A heartbeat must not wait for a service that does not answer. */
  static EcsClient client(EcsSettings.Location location) {
    var builder =
        EcsClient.builder()
            .overrideConfiguration(
                o ->
                    o.retryStrategy(RetryMode.STANDARD)
                        .apiCallAttemptTimeout(Duration.ofSeconds(5))
                        .apiCallTimeout(Duration.ofSeconds(15)));
    if (location.region() != null) {
      builder.region(Region.of(location.region()));
    }
    if (location.endpoint() != null) {
      builder.endpointOverride(location.endpoint());
    }
    return builder.build();
  }

  @Override
  public void close() {
    client.close();
  }
}
