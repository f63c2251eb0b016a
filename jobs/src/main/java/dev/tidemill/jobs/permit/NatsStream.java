package dev.tidemill.jobs.permit;

import dev.tidemill.core.job.Queue;
import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamManagement;
import io.nats.client.JetStreamOptions;
import io.nats.client.api.AckPolicy;
import io.nats.client.api.ConsumerConfiguration;
import io.nats.client.api.DiscardPolicy;
import io.nats.client.api.RetentionPolicy;
import io.nats.client.api.StorageType;
import io.nats.client.api.StreamConfiguration;
import java.io.IOException;
import java.util.Arrays;

/**
 * The stream and its consumers, created where they are missing. Several processes may do so at
 * once: all create the same.
 */
final class NatsStream {
  private static final int NOT_FOUND = 404;

  /** One pull of each process may wait; the broker's usual 512 would be too few for a fleet. */
  private static final int MOST_WAITING_PULLS = 16_384;

  private final NatsSettings settings;
  private final JetStreamOptions options;

  NatsStream(NatsSettings settings, JetStreamOptions options) {
    this.settings = settings;
    this.options = options;
  }

  void ensure(Connection connection) throws IOException, JetStreamApiException {
    JetStreamManagement management = connection.jetStreamManagement(options);
    if (!streamExists(management)) {
      management.addStream(stream());
    }
    for (Queue queue : Queue.values()) {
      if (!consumerExists(management, queue)) {
        management.addOrUpdateConsumer(settings.stream(), consumer(queue));
      }
    }
  }

  /** Fails when the broker does not answer or has no such stream. */
  void ping(Connection connection) throws IOException, JetStreamApiException {
    connection.jetStreamManagement(options).getStreamInfo(settings.stream());
  }

  private StreamConfiguration stream() {
    return StreamConfiguration.builder()
        .name(settings.stream())
        .description("Hints that there are jobs to claim; may be emptied or deleted at any time")
        .subjects(Arrays.stream(Queue.values()).map(settings::subject).toList())
        .retentionPolicy(RetentionPolicy.WorkQueue)
        .storageType(StorageType.File)
        .replicas(settings.replicas())
        .maxMessagesPerSubject(settings.mostPermits())
        .discardPolicy(DiscardPolicy.New)
        .discardNewPerSubject(true)
        .maxAge(settings.maxAge())
        .build();
  }

  private ConsumerConfiguration consumer(Queue queue) {
    return ConsumerConfiguration.builder()
        .durable(settings.consumer(queue))
        .filterSubject(settings.subject(queue))
        .ackPolicy(AckPolicy.Explicit)
        .ackWait(settings.ackWait())
        .maxPullWaiting(MOST_WAITING_PULLS)
        .build();
  }

  private boolean streamExists(JetStreamManagement management)
      throws IOException, JetStreamApiException {
    try {
      management.getStreamInfo(settings.stream());
      return true;
    } catch (JetStreamApiException e) {
      return found(e);
    }
  }

  private boolean consumerExists(JetStreamManagement management, Queue queue)
      throws IOException, JetStreamApiException {
    try {
      management.getConsumerInfo(settings.stream(), settings.consumer(queue));
      return true;
    } catch (JetStreamApiException e) {
      return found(e);
    }
  }

  private static boolean found(JetStreamApiException error) throws JetStreamApiException {
    if (error.getErrorCode() != NOT_FOUND) {
      throw error;
    }
    return false;
  }
}
