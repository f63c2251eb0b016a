package dev.tidemill.cli.node;

import dev.tidemill.core.time.TimeSource;
import dev.tidemill.storage.ByteRange;
import dev.tidemill.storage.Content;
import dev.tidemill.storage.ObjectInfo;
import dev.tidemill.storage.ObjectKey;
import dev.tidemill.storage.ObjectPage;
import dev.tidemill.storage.ObjectStore;
import java.io.InputStream;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Opens an object store with the first call: most commands never make one. */
final class ObjectsWhenUsed implements ObjectStore {
  private final Function<TimeSource, ObjectStore> opening;
  private final TimeSource time;
  private @Nullable ObjectStore store;

  ObjectsWhenUsed(Function<TimeSource, ObjectStore> opening, TimeSource time) {
    this.opening = opening;
    this.time = time;
  }

  private synchronized ObjectStore store() {
    ObjectStore now = store;
    if (now == null) {
      now = opening.apply(time);
      store = now;
    }
    return now;
  }

  @Override
  public ObjectInfo put(ObjectKey key, Content content) {
    return store().put(key, content);
  }

  @Override
  public Optional<ObjectInfo> putIfAbsent(ObjectKey key, Content content) {
    return store().putIfAbsent(key, content);
  }

  @Override
  public InputStream open(ObjectKey key) {
    return store().open(key);
  }

  @Override
  public InputStream open(ObjectKey key, ByteRange range) {
    return store().open(key, range);
  }

  @Override
  public Optional<ObjectInfo> head(ObjectKey key) {
    return store().head(key);
  }

  @Override
  public ObjectPage list(String prefix, @Nullable ObjectKey after, int limit) {
    return store().list(prefix, after, limit);
  }

  @Override
  public void delete(ObjectKey key) {
    store().delete(key);
  }
}
