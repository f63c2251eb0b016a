package dev.tidemill.storage.s3;

import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.storage.ObjectKey;
import dev.tidemill.storage.StorageError;
import java.util.regex.Pattern;

/**
 * {@code s3://bucket/prefix}.
 *
 * @param prefix what every key begins with; empty, or ends in a slash
 */
public record S3Address(String bucket, String prefix) {
  private static final String SCHEME = "s3://";
  private static final Pattern BUCKET = Pattern.compile("[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]");

  public S3Address {
    if (!BUCKET.matcher(bucket).matches()) {
      throw refused("'" + bucket + "' is no name of a bucket");
    }
    if (!prefix.isEmpty() && !prefix.endsWith("/")) {
      throw new IllegalArgumentException("a prefix ends in a slash, got " + prefix);
    }
  }

  public static boolean isOne(String address) {
    return address.startsWith(SCHEME);
  }

  public static S3Address parse(String address) {
    if (!isOne(address)) {
      throw refused("it does not begin with " + SCHEME);
    }
    String rest = address.substring(SCHEME.length());
    if (rest.indexOf('@') >= 0 || rest.indexOf('?') >= 0) {
      // Not repeated: who writes these may have written a secret.
      throw refused("it holds more than a bucket and a prefix");
    }
    int slash = rest.indexOf('/');
    String bucket = slash < 0 ? rest : rest.substring(0, slash);
    String below = slash < 0 ? "" : rest.substring(slash + 1);
    String prefix = below.endsWith("/") ? below.substring(0, below.length() - 1) : below;
    return new S3Address(bucket, prefix.isEmpty() ? "" : new ObjectKey(prefix).value() + "/");
  }

  @Override
  public String toString() {
    return SCHEME + bucket + "/" + prefix;
  }

  private static TidemillException refused(String why) {
    return Problem.of(
            StorageError.INVALID_STORE_ADDRESS, "the address of the object store is wrong: " + why)
        .next(
            "write s3://bucket/prefix; endpoint, region and credentials are settings of their own")
        .exception();
  }
}
