package dev.tidemill.sources.stage;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.tidemill.sources.SourceRequest;
import java.time.Duration;

/**
 * How a source is cut, and what of it is too much.
 *
 * @param chunkThresholdRows up to here the plan's job stages the source itself
 * @param maxParallelChunks the most jobs that one source is cut into
 * @param maxValueBytes a longer text or binary value is refused; 0 for the default
 * @param snapshotMaxAgeSeconds a chunk joins no older one; 0 for the default
 */
public record StageSettings(
    int chunkThresholdRows, int maxParallelChunks, long maxValueBytes, long snapshotMaxAgeSeconds) {
  private static final Duration AGE = Duration.ofHours(24);

  public static final StageSettings DEFAULT = new StageSettings(1_000_000, 10);

  public StageSettings {
    if (chunkThresholdRows < 1 || maxParallelChunks < 1) {
      throw new IllegalArgumentException(
          "a source is cut at a row at least, into a chunk at least");
    }
    // What was planned by an older version does not say.
    maxValueBytes = maxValueBytes <= 0 ? SourceRequest.MOST_BYTES : maxValueBytes;
    snapshotMaxAgeSeconds = snapshotMaxAgeSeconds <= 0 ? AGE.toSeconds() : snapshotMaxAgeSeconds;
  }

  public StageSettings(int chunkThresholdRows, int maxParallelChunks) {
    this(chunkThresholdRows, maxParallelChunks, 0, 0);
  }

  @JsonIgnore
  public Duration snapshotMaxAge() {
    return Duration.ofSeconds(snapshotMaxAgeSeconds);
  }
}
