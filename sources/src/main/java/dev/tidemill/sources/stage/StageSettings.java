package dev.tidemill.sources.stage;

/**
 * How a source is cut.
 *
 * @param chunkThresholdRows up to here the plan's job stages the source itself
 * @param maxParallelChunks the most jobs that one source is cut into
 */
public record StageSettings(int chunkThresholdRows, int maxParallelChunks) {
  public static final StageSettings DEFAULT = new StageSettings(1_000_000, 10);

  public StageSettings {
    if (chunkThresholdRows < 1 || maxParallelChunks < 1) {
      throw new IllegalArgumentException(
          "a source is cut at a row at least, into a chunk at least");
    }
  }
}
