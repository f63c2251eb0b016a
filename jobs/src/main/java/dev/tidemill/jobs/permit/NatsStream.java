package dev.tidemill.jobs.permit;

import dev.tidemill.core.job.Queue;
import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamManagement;
import io.nats.client.JetStreamOptions;
import io.nats.client.api.AckPolicy;
import io.nats.client.api.ConsumerConfiguration;
import io.nats.client.api.ConsumerInfo;
import io.nats.client.api.DiscardPolicy;
import io.nats.client.api.RetentionPolicy;
import io.nats.client.api.StorageType;
import io.nats.client.api.StreamConfiguration;
import java.io.IOException;
import java.util.Arrays;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The stream and its consumers, created where they are missing. Several processes may do so at
 * once: all create the same.
 */
final class NatsStream {
  private static final Logger log = LoggerFactory.getLogger(NatsStream.class);
  private static final int NOT_FOUND = 404;
  private static final long NONE = -1;

  /** One pull of each process may wait; the broker's usual 512 would be too few for a fleet. */
  private static final int MOST_WAITING_PULLS = 16_384;

  private final NatsSettings settings;
  private final JetStreamOptions options;

  NatsStream(NatsSettings settings, JetStreamOptions options) {
    this.settings = settings;
    this.options = options;
  }

  /** Returns true when something had to be created. */
  boolean ensure(Connection connection) throws IOException, JetStreamApiException {
    JetStreamManagement management = connection.jetStreamManagement(options);
    boolean changed = false;
    if (!exists(() -> management.getStreamInfo(settings.stream()))) {
      management.addStream(stream());
      changed = true;
    }
    for (Queue queue : Queue.values()) {
      String name = settings.consumer(queue);
      boolean there = exists(() -> management.getConsumerInfo(settings.stream(), name));
      if (there && deaf(management, queue)) {
        log.warn("The queue's consumer {} does not see its permits, it is created anew", name);
        management.deleteConsumer(settings.stream(), name);
        there = false;
      }
      if (!there) {
        management.addOrUpdateConsumer(settings.stream(), consumer(queue));
        changed = true;
      }
    }
    return changed;
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

  /**
   * Whether a permit lies in the stream that its consumer knows nothing of. Brokers come to this
   * when a stream is created while the one before it is still being deleted.
   */
  private boolean deaf(JetStreamManagement management, Queue queue)
      throws IOException, JetStreamApiException {
    if (knowsOfAny(management, queue)) {
      return false;
    }
    long before = newest(management, queue);
    // A permit that was there before and after this question must be in its answer.
    return before != NONE && !knowsOfAny(management, queue) && newest(management, queue) == before;
  }

  private boolean knowsOfAny(JetStreamManagement management, Queue queue)
      throws IOException, JetStreamApiException {
    ConsumerInfo info = management.getConsumerInfo(settings.stream(), settings.consumer(queue));
    return info.getNumPending() + info.getNumAckPending() > 0;
  }

  private long newest(JetStreamManagement management, Queue queue)
      throws IOException, JetStreamApiException {
    try {
      return management.getLastMessage(settings.stream(), settings.subject(queue)).getSeq();
    } catch (JetStreamApiException e) {
      requireNotFound(e);
      return NONE;
    }
  }

  private static boolean exists(Request request) throws IOException, JetStreamApiException {
    try {
      request.send();
      return true;
    } catch (JetStreamApiException e) {
      requireNotFound(e);
      return false;
    }
  }

  private static void requireNotFound(JetStreamApiException error) throws JetStreamApiException {
    if (error.getErrorCode() != NOT_FOUND) {
      throw error;
    }
  }

  @FunctionalInterface
  private interface Request {
    void send() throws IOException, JetStreamApiException;
  }
}
