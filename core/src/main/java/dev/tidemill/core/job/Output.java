package dev.tidemill.core.job;

/**
 * One object a job wrote, as it goes into the manifest.
 *
 * @param name logical name, the same for every epoch, e.g. {@code payments/part-03.parquet}
 * @param object where it really lies: epoch-scoped, never reused
 */
public record Output(String name, String object, long bytes, long rows, String checksum) {
  public Output {
    if (name.isBlank() || object.isBlank()) {
      throw new IllegalArgumentException("an output needs a name and an object");
    }
    if (bytes < 0 || rows < 0) {
      throw new IllegalArgumentException(
          "bytes and rows are never negative: " + bytes + ", " + rows);
    }
  }
}
