package dev.tidemill.jobs.permit;

import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where permits are kept: {@code memory:}, {@code store:} or {@code nats://user:password@host:port}
 * (more hosts after commas; {@code tls://} for an encrypted line). {@code toString()} never shows a
 * password or token.
 */
public sealed interface QueueUrl {

  /** In this process. */
  record Memory() implements QueueUrl {
    @Override
    public String toString() {
      return "memory:";
    }
  }

  /** In the store: by NOTIFY on PostgreSQL, in this process when the store is embedded. */
  record Store() implements QueueUrl {
    @Override
    public String toString() {
      return "store:";
    }
  }

  /**
   * In NATS JetStream.
   *
   * @param servers addresses without credentials, as the client takes them
   * @param user null when there are no credentials or they are a token
   * @param password the password of the user, or the token
   * @param replicas copies of the stream that the brokers of a cluster keep
   */
  record Nats(List<String> servers, @Nullable String user, @Nullable String password, int replicas)
      implements QueueUrl {
    public Nats {
      servers = List.copyOf(servers);
    }

    @Override
    public String toString() {
      return String.join(",", servers);
    }
  }

  static QueueUrl parse(String text) {
    if (text.equals("memory:")) {
      return new Memory();
    }
    if (text.equals("store:")) {
      return new Store();
    }
    if (text.startsWith("nats://") || text.startsWith("tls://")) {
      return NatsUrlText.parse(text);
    }
    int colon = text.indexOf(':');
    String shown = colon < 0 ? "'" + text + "'" : text.substring(0, colon) + ":…";
    throw Problem.of(CoreError.INVALID_CONFIG, "this is not a queue: " + shown)
        .field("queue")
        .next("use memory:, store: or nats://host:4222")
        .exception();
  }
}
