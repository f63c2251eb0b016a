package dev.tidemill.reconcile.run;

/**
 * Where the matching job finds one side.
 *
 * @param kind {@code file}, {@code s3} or {@code staged}
 * @param address a path, an object's address, or the alias it was staged under
 */
public record Place(String kind, String address) {
  static final String FILE = "file";
  static final String S3 = "s3";
  static final String STAGED = "staged";
}
