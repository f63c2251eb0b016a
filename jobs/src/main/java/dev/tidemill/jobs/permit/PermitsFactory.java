package dev.tidemill.jobs.permit;

import dev.tidemill.core.time.TimeSource;
import dev.tidemill.jobs.store.StoreUrl;

/** Opens permits where the configuration says they are kept. */
public final class PermitsFactory {
  private PermitsFactory() {}

  /** Returns at once; what has to be connected to is connected to in the background. */
  public static Permits open(QueueUrl queue, StoreUrl store, TimeSource time) {
    return switch (queue) {
      case QueueUrl.Memory() -> new InProcessPermits(time);
      case QueueUrl.Store() when store.embedded() -> new InProcessPermits(time);
      case QueueUrl.Store() -> new NotifyPermits(store, time);
      case QueueUrl.Nats nats -> NatsPermits.open(nats, NatsSettings.usual(nats.replicas()), time);
    };
  }
}
