package dev.tidemill.storage.s3;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * How the store is reached. What is null comes from the standard places of AWS: environment,
 * profile, the machine's role.
 *
 * @param endpoint of a store other than AWS
 * @param pathStyle whether the bucket stands in the path instead of the host name; most stores
 *     other than AWS need it
 */
public record S3Settings(
    @Nullable URI endpoint,
    @Nullable String region,
    boolean pathStyle,
    @Nullable Credentials credentials) {

  /** As AWS's own tools would do it. */
  public static final S3Settings STANDARD = new S3Settings(null, null, false, null);

  /** A key and its secret; the secret is never shown. */
  public record Credentials(String accessKey, String secretKey) {
    @Override
    public String toString() {
      return "Credentials[hidden]";
    }
  }
}
