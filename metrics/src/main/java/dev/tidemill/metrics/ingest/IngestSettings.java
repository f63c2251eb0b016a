package dev.tidemill.metrics.ingest;

import dev.tidemill.core.DataSize;
import java.time.Duration;

/**
 * @param delay how long requests are gathered before they are written together
 * @param batchSamples that are written without waiting any longer: enough that an object is worth
 *     it, few enough that senders who each wait for an answer are not held up by each other
 * @param memory that all requests on their way may take
 * @param patience how long a request waits for such memory before it is refused
 * @param writers that write and commit at the same time
 */
public record IngestSettings(
    Duration delay, long batchSamples, DataSize memory, Duration patience, int writers) {
  public static final IngestSettings DEFAULT =
      new IngestSettings(
          Duration.ofMillis(200), 10_000, DataSize.ofMebibytes(256), Duration.ofSeconds(10), 2);
}
