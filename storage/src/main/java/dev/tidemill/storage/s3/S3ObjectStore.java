package dev.tidemill.storage.s3;

import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.storage.ByteRange;
import dev.tidemill.storage.Content;
import dev.tidemill.storage.ObjectInfo;
import dev.tidemill.storage.ObjectKey;
import dev.tidemill.storage.ObjectPage;
import dev.tidemill.storage.ObjectStore;
import dev.tidemill.storage.Source;
import dev.tidemill.storage.StorageError;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;

/** Objects in one bucket, below one prefix. Closing it ends the connections of its readers. */
public final class S3ObjectStore implements ObjectStore, AutoCloseable {
  /** Metadata of an object that was stored only because nothing was there. */
  static final String WRITER = "tidemill-writer";

  private final S3Client client;
  private final S3Address address;
  private final TimeSource time;

  public S3ObjectStore(S3Address address, S3Settings settings, TimeSource time) {
    this.client = S3Clients.open(settings);
    this.address = address;
    this.time = time;
  }

  @Override
  public ObjectInfo put(ObjectKey key, Content content) {
    var upload = new S3Upload(client, address, key, false, "");
    return send(upload, key, content);
  }

  @Override
  public Optional<ObjectInfo> putIfAbsent(ObjectKey key, Content content) {
    String writer = UUID.randomUUID().toString();
    var upload = new S3Upload(client, address, key, true, writer);
    try {
      return Optional.of(send(upload, key, content));
    } catch (TidemillException e) {
      if (e.getCause() instanceof SdkException answer && wasThere(answer)) {
        return ownDespite(key, writer, e);
      }
      throw e;
    }
  }

  @Override
  public InputStream open(ObjectKey key) {
    return new S3Download(client, address, key).open(0, Long.MAX_VALUE);
  }

  @Override
  public InputStream open(ObjectKey key, ByteRange range) {
    return new S3Download(client, address, key).open(range.from(), range.length());
  }

  @Override
  public Optional<ObjectInfo> head(ObjectKey key) {
    return look(key).map(found -> info(key, found.contentLength(), found.eTag()));
  }

  @Override
  public ObjectPage list(String prefix, @Nullable ObjectKey after, int limit) {
    return new S3Listing(client, address).page(prefix, after, limit);
  }

  @Override
  public void delete(ObjectKey key) {
    try {
      client.deleteObject(r -> r.bucket(address.bucket()).key(name(key)));
    } catch (SdkException e) {
      if (!S3Errors.isMissingObject(e)) {
        throw S3Errors.failed("delete", key, address, e);
      }
    }
  }

  /**
   * Aborts uploads that began before {@code age} and never ended. A writer that is merely slower
   * than that fails cleanly. Returns how many were aborted.
   */
  public int sweep(Duration age) {
    return new S3Leftovers(client, address).abortOlderThan(time.now().minus(age));
  }

  @Override
  public void close() {
    client.close();
  }

  @Override
  public String toString() {
    return address.toString();
  }

  static ObjectInfo info(ObjectKey key, long size, String etag) {
    return new ObjectInfo(key, size, etag.replace("\"", ""));
  }

  private ObjectInfo send(S3Upload upload, ObjectKey key, Content content) {
    try (var source = new Source(content, key)) {
      String etag = upload.send(source);
      return info(key, upload.size(), etag);
    } catch (SdkException e) {
      throw S3Errors.failed("store", key, address, e);
    } catch (IOException e) {
      throw Problem.of(
              StorageError.CONTENT_UNREADABLE, "what became %s could not be closed".formatted(key))
          .cause(e.toString())
          .exception(e);
    }
  }

  private static boolean wasThere(SdkException answer) {
    return S3Errors.isStatus(answer, S3Errors.PRECONDITION_FAILED)
        || S3Errors.isStatus(answer, S3Errors.CONFLICT);
  }

  /**
   * A request that is sent again because its answer was lost finds what it stored itself the first
   * time; the writer's mark tells.
   */
  private Optional<ObjectInfo> ownDespite(ObjectKey key, String writer, TidemillException refusal) {
    var found = look(key);
    if (found.isEmpty()) {
      throw refusal; // another is just storing it, or has just deleted it
    }
    return found
        .filter(object -> writer.equals(object.metadata().get(WRITER)))
        .map(object -> info(key, object.contentLength(), object.eTag()));
  }

  private Optional<HeadObjectResponse> look(ObjectKey key) {
    try {
      return Optional.of(client.headObject(r -> r.bucket(address.bucket()).key(name(key))));
    } catch (SdkException e) {
      if (S3Errors.isMissingObject(e)) {
        return Optional.empty();
      }
      throw S3Errors.failed("look up", key, address, e);
    }
  }

  private String name(ObjectKey key) {
    return address.prefix() + key.value();
  }
}
