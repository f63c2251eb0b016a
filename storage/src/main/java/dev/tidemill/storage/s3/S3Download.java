package dev.tidemill.storage.s3;

import dev.tidemill.core.error.Problem;
import dev.tidemill.storage.ObjectKey;
import dev.tidemill.storage.StorageError;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

/** Opens objects, also in the middle. Thread-safe. */
final class S3Download {
  private final S3Client client;
  private final S3Address address;
  private final ObjectKey key;

  S3Download(S3Client client, S3Address address, ObjectKey key) {
    this.client = client;
    this.address = address;
    this.key = key;
  }

  /** {@code length} bytes from {@code from} on, or what there is of them. */
  InputStream open(long from, long length) {
    long end = length > Long.MAX_VALUE - from ? Long.MAX_VALUE : from + length;
    var first = request(from, end, null);
    return new S3Stream(this, first, from, end);
  }

  ObjectKey key() {
    return key;
  }

  /** The same version from a byte on. */
  ResponseInputStream<GetObjectResponse> again(long from, long end, String etag)
      throws IOException {
    try {
      return request(from, end, etag);
    } catch (RuntimeException e) {
      throw new IOException("%s could not be read further than byte %d".formatted(key, from), e);
    }
  }

  private ResponseInputStream<GetObjectResponse> request(
      long from, long end, @Nullable String etag) {
    try {
      var answer =
          client.getObject(
              r -> {
                r.bucket(address.bucket()).key(address.prefix() + key.value());
                if (from > 0 || end < Long.MAX_VALUE) {
                  r.range("bytes=%d-%s".formatted(from, end < Long.MAX_VALUE ? end - 1 : ""));
                }
                if (etag != null) {
                  r.ifMatch(etag);
                }
              });
      if (from > 0 && answer.response().contentRange() == null) {
        answer.abort();
        throw Problem.of(
                StorageError.STORAGE_UNAVAILABLE,
                "%s does not give parts of objects".formatted(address))
            .exception();
      }
      return answer;
    } catch (SdkException e) {
      if (etag != null
          && (S3Errors.isStatus(e, S3Errors.PRECONDITION_FAILED) || S3Errors.isMissingObject(e))) {
        throw Problem.of(
                StorageError.OBJECT_CHANGED,
                "%s was replaced or removed while it was being read".formatted(key))
            .next("read it again from its beginning")
            .exception(e);
      }
      if (S3Errors.isMissingObject(e)) {
        throw S3Errors.missing(key, e);
      }
      if (S3Errors.isStatus(e, S3Errors.RANGE_NOT_SATISFIABLE)) {
        throw Problem.of(StorageError.INVALID_RANGE, "%s ends before byte %d".formatted(key, from))
            .exception(e);
      }
      throw S3Errors.failed("read", key, address, e);
    }
  }
}
