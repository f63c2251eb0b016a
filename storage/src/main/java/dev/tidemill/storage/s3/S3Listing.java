package dev.tidemill.storage.s3;

import dev.tidemill.core.error.TidemillException;
import dev.tidemill.storage.ObjectInfo;
import dev.tidemill.storage.ObjectKey;
import dev.tidemill.storage.ObjectPage;
import dev.tidemill.storage.ObjectStore;
import java.util.ArrayList;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.S3Object;

/** Pages of keys. What others put below the prefix under names that are no keys is left out. */
final class S3Listing {
  private final S3Client client;
  private final S3Address address;

  S3Listing(S3Client client, S3Address address) {
    this.client = client;
    this.address = address;
  }

  ObjectPage page(String prefix, @Nullable ObjectKey after, int limit) {
    if (limit < 1 || limit > ObjectStore.MAX_PAGE) {
      throw new IllegalArgumentException(
          "a page holds 1 to " + ObjectStore.MAX_PAGE + " objects, not " + limit);
    }
    var objects = new ArrayList<ObjectInfo>();
    String token = null;
    do {
      var answer = ask(prefix, after, limit - objects.size(), token);
      answer.contents().forEach(found -> object(found).ifPresent(objects::add));
      token = Boolean.TRUE.equals(answer.isTruncated()) ? answer.nextContinuationToken() : null;
    } while (token != null && objects.size() < limit);
    return new ObjectPage(objects, token == null ? null : objects.getLast().key());
  }

  private ListObjectsV2Response ask(
      String prefix, @Nullable ObjectKey after, int limit, @Nullable String token) {
    try {
      return client.listObjectsV2(
          r -> {
            r.bucket(address.bucket()).prefix(address.prefix() + prefix).maxKeys(limit);
            if (token != null) {
              r.continuationToken(token);
            } else if (after != null) {
              r.startAfter(address.prefix() + after.value());
            }
          });
    } catch (SdkException e) {
      throw S3Errors.failed("list", "'" + prefix + "'", address, e);
    }
  }

  private Optional<ObjectInfo> object(S3Object found) {
    try {
      var key = new ObjectKey(found.key().substring(address.prefix().length()));
      return Optional.of(S3ObjectStore.info(key, found.size(), found.eTag()));
    } catch (TidemillException notOurs) {
      return Optional.empty();
    }
  }
}
