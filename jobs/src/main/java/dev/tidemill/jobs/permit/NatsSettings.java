package dev.tidemill.jobs.permit;

import dev.tidemill.core.job.Queue;
import java.time.Duration;

/**
 * How permits are kept in JetStream. Limits hold for a stream that is created; one that exists is
 * used as it is.
 *
 * @param prefix the subjects are this, a dot and the queue's word
 * @param mostPermits how many of one queue may exist; the broker refuses more
 * @param ackWait after this a permit that was neither used nor given back goes to another
 * @param maxAge after this a permit that nobody took is dropped
 * @param review how often stream and consumers are looked at though nobody complained
 * @param replicas copies that the brokers of a cluster keep
 */
public record NatsSettings(
    String stream,
    String prefix,
    int mostPermits,
    Duration ackWait,
    Duration maxAge,
    Duration review,
    int replicas) {

  public static NatsSettings usual(int replicas) {
    return new NatsSettings(
        "tidemill-jobs",
        "tidemill.jobs",
        64,
        Duration.ofSeconds(10),
        Duration.ofMinutes(10),
        Duration.ofMinutes(1),
        replicas);
  }

  String subject(Queue queue) {
    return prefix + "." + queue.word();
  }

  /** One durable consumer per queue, shared by all processes. */
  String consumer(Queue queue) {
    return queue.word();
  }
}
