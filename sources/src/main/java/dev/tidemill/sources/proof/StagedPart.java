package dev.tidemill.sources.proof;

import dev.tidemill.core.job.Output;

/**
 * One file of a staged source.
 *
 * @param object where it lies
 * @param rowHash of the rows as they were decoded, in hex
 * @param sha256 of the file's bytes, in hex
 */
public record StagedPart(
    String source,
    int ordinal,
    String object,
    long rows,
    long bytes,
    String rowHash,
    String sha256) {

  /** The same for every execution. */
  public static String name(String source, int ordinal) {
    return "staging/%s/part-%02d.parquet".formatted(source, ordinal);
  }

  public String name() {
    return name(source, ordinal);
  }

  public Output output() {
    return new Output(name(), object, bytes, rows, sha256);
  }
}
