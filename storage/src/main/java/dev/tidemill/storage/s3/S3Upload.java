package dev.tidemill.storage.s3;

import dev.tidemill.storage.ObjectKey;
import dev.tidemill.storage.Source;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CompletedPart;

/**
 * One object on its way. What fits into a part goes in one request; more goes in parts, and only
 * the request that joins them makes an object. For one thread.
 */
final class S3Upload {
  /** Some stores want parts of one size. */
  static final int PART = 16 << 20;

  /** Most objects are small, and need no buffer of a part's size. */
  private static final int SMALL = 1 << 18;

  private static final int MOST_PARTS = 10_000;
  private static final String ANYTHING = "*";

  private final S3Client client;
  private final S3Address address;
  private final ObjectKey key;
  private final boolean onlyIfAbsent;

  /** Tells this writer's object from another's when an answer is lost. */
  private final Map<String, String> mark;

  private long size;

  S3Upload(S3Client client, S3Address address, ObjectKey key, boolean onlyIfAbsent, String writer) {
    this.client = client;
    this.address = address;
    this.key = key;
    this.onlyIfAbsent = onlyIfAbsent;
    this.mark = onlyIfAbsent ? Map.of(S3ObjectStore.WRITER, writer) : Map.of();
  }

  long size() {
    return size;
  }

  /** Returns the etag. */
  String send(Source source) {
    byte[] buffer = new byte[SMALL];
    int length = source.fill(buffer, 0);
    if (length == buffer.length) {
      buffer = Arrays.copyOf(buffer, PART);
      length = source.fill(buffer, length);
    }
    requireNotInterrupted();
    if (length < buffer.length) {
      size = length;
      return sendWhole(buffer, length);
    }
    return sendParts(source, buffer);
  }

  private String sendWhole(byte[] buffer, int length) {
    return client
        .putObject(
            r -> {
              r.bucket(address.bucket()).key(name()).metadata(mark);
              if (onlyIfAbsent) {
                r.ifNoneMatch(ANYTHING);
              }
            },
            body(buffer, length))
        .eTag();
  }

  private String sendParts(Source source, byte[] buffer) {
    String upload =
        client
            .createMultipartUpload(r -> r.bucket(address.bucket()).key(name()).metadata(mark))
            .uploadId();
    try {
      var parts = new ArrayList<CompletedPart>();
      for (int n = buffer.length; n > 0; n = source.fill(buffer, 0)) {
        requireNotInterrupted();
        parts.add(sendPart(upload, parts.size() + 1, buffer, n));
        size += n;
      }
      requireNotInterrupted();
      return join(upload, parts);
    } catch (RuntimeException e) {
      abort(upload);
      throw e;
    }
  }

  private CompletedPart sendPart(String upload, int number, byte[] buffer, int length) {
    if (number > MOST_PARTS) {
      throw S3Errors.tooLarge(key, (long) PART * MOST_PARTS);
    }
    String etag =
        client
            .uploadPart(
                r -> r.bucket(address.bucket()).key(name()).uploadId(upload).partNumber(number),
                body(buffer, length))
            .eTag();
    return CompletedPart.builder().partNumber(number).eTag(etag).build();
  }

  private String join(String upload, List<CompletedPart> parts) {
    return client
        .completeMultipartUpload(
            r -> {
              r.bucket(address.bucket())
                  .key(name())
                  .uploadId(upload)
                  .multipartUpload(m -> m.parts(parts));
              if (onlyIfAbsent) {
                r.ifNoneMatch(ANYTHING);
              }
            })
        .eTag();
  }

  /** An interrupted thread can call nobody, so the interruption is put aside for this. */
  private void abort(String upload) {
    boolean interrupted = Thread.interrupted();
    try {
      client.abortMultipartUpload(r -> r.bucket(address.bucket()).key(name()).uploadId(upload));
    } catch (SdkException left) {
      // No reader sees it; sweep removes it.
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void requireNotInterrupted() {
    if (Thread.currentThread().isInterrupted()) {
      throw S3Errors.interrupted(key);
    }
  }

  private String name() {
    return address.prefix() + key.value();
  }

  private static RequestBody body(byte[] buffer, int length) {
    return RequestBody.fromBytes(length == buffer.length ? buffer : Arrays.copyOf(buffer, length));
  }
}
