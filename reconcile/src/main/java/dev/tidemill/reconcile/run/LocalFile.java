package dev.tidemill.reconcile.run;

import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.storage.ObjectKey;
import dev.tidemill.storage.cache.CachedObject;
import dev.tidemill.storage.cache.Expected;
import dev.tidemill.storage.cache.ObjectCache;
import java.nio.file.Path;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A file that is read in place, or an object of S3 as one: fetched whole, and kept until this is
 * closed.
 *
 * @param name what messages call it, and what tells its kind
 */
record LocalFile(Path path, String name, @Nullable CachedObject fetched) implements AutoCloseable {
  private static final String S3 = "s3://";

  static LocalFile of(Place place, Function<String, ObjectCache> buckets) {
    String address = place.address();
    String name = address.substring(address.lastIndexOf('/') + 1);
    return switch (place.kind()) {
      case Place.FILE -> new LocalFile(Path.of(address), name, null);
      case Place.S3 -> {
        int slash = address.indexOf('/', S3.length());
        CachedObject object =
            buckets
                .apply(address.substring(0, slash))
                .open(ObjectKey.of(address.substring(slash + 1)), Expected.ANYTHING);
        yield new LocalFile(object.file(), name, object);
      }
      default ->
          throw Problem.of(CoreError.INVALID_INPUT, "no file is at a '%s'".formatted(place.kind()))
              .exception();
    };
  }

  @Override
  public void close() {
    if (fetched != null) {
      fetched.close();
    }
  }
}
