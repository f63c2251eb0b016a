package dev.tidemill.jobs.permit;

import io.nats.client.Connection;
import io.nats.client.ErrorListener;
import io.nats.client.JetStreamOptions;
import io.nats.client.JetStreamSubscription;
import io.nats.client.Options;
import io.nats.client.support.Status;
import java.time.Duration;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How the client talks to NATS: patient, bounded and quiet. */
final class NatsOptions {
  private static final Logger log = LoggerFactory.getLogger(NatsOptions.class);

  /** How long the broker may take to answer one request. */
  static final JetStreamOptions REQUESTS =
      JetStreamOptions.builder().requestTimeout(Duration.ofSeconds(3)).build();

  private NatsOptions() {}

  static Options.Builder of(
      QueueUrl.Nats url, BiConsumer<JetStreamSubscription, Status> onPullStatus) {
    var options =
        Options.builder()
            .servers(url.servers().toArray(String[]::new))
            .connectionName("tidemill-permits")
            .connectionTimeout(Duration.ofSeconds(5))
            .maxReconnects(-1)
            .reconnectWait(Duration.ofMillis(500))
            .reconnectJitter(Duration.ofMillis(500))
            .reconnectJitterTls(Duration.ofSeconds(1))
            // A dead line is noticed within three pings.
            .pingInterval(Duration.ofSeconds(5))
            .maxPingsOut(2)
            .socketWriteTimeout(Duration.ofSeconds(5))
            // A hint that cannot go out now is worth nothing later.
            .reconnectBufferSize(0)
            .maxMessagesInOutgoingQueue(1_000)
            .discardMessagesWhenOutgoingQueueFull()
            .errorListener(new Quiet(onPullStatus));
    if (url.user() != null && url.password() != null) {
      options.userInfo(url.user().toCharArray(), url.password().toCharArray());
    } else if (url.password() != null) {
      options.token(url.password().toCharArray());
    }
    return options;
  }

  /** The line is watched elsewhere; what the client says beyond that is for those who debug. */
  private record Quiet(BiConsumer<JetStreamSubscription, Status> onPullStatus)
      implements ErrorListener {
    @Override
    public void pullStatusWarning(Connection from, JetStreamSubscription sub, Status status) {
      onPullStatus.accept(sub, status);
    }

    @Override
    public void pullStatusError(Connection from, JetStreamSubscription sub, Status status) {
      onPullStatus.accept(sub, status);
    }

    @Override
    public void errorOccurred(Connection from, String error) {
      log.debug("NATS: {}", error);
    }

    @Override
    public void exceptionOccurred(Connection from, Exception error) {
      log.debug("NATS: {}", error.getMessage());
    }
  }
}
