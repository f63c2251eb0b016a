package dev.tidemill.storage.cache;

import dev.tidemill.storage.ByteRange;
import dev.tidemill.storage.Content;
import dev.tidemill.storage.ObjectInfo;
import dev.tidemill.storage.ObjectKey;
import dev.tidemill.storage.ObjectPage;
import dev.tidemill.storage.ObjectStore;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A store that counts downloads and can give something else once. */
final class WatchedStore implements ObjectStore {
  private final ObjectStore store;
  private final AtomicInteger opened = new AtomicInteger();
  private final AtomicReference<ObjectCacheTest.@Nullable Download> instead =
      new AtomicReference<>();
  private volatile long size = -1;

  WatchedStore(ObjectStore store) {
    this.store = store;
  }

  int opened() {
    return opened.get();
  }

  void give(ObjectCacheTest.Download once) {
    instead.set(once);
  }

  void claimSize(long bytes) {
    size = bytes;
  }

  private static final class Broken extends FilterInputStream {
    private final IOException fault;

    Broken(IOException fault) {
      super(InputStream.nullInputStream());
      this.fault = fault;
    }

    @Override
    public int read() throws IOException {
      throw fault;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      throw fault;
    }
  }

  @Override
  public ObjectInfo put(ObjectKey key, Content content) {
    return store.put(key, content);
  }

  @Override
  public Optional<ObjectInfo> putIfAbsent(ObjectKey key, Content content) {
    return store.putIfAbsent(key, content);
  }

  @Override
  public InputStream open(ObjectKey key) {
    opened.incrementAndGet();
    var once = instead.getAndSet(null);
    if (once == null) {
      return store.open(key);
    }
    try {
      return once.open();
    } catch (IOException e) {
      return new Broken(e);
    }
  }

  @Override
  public InputStream open(ObjectKey key, ByteRange range) {
    return store.open(key, range);
  }

  @Override
  public Optional<ObjectInfo> head(ObjectKey key) {
    return store.head(key).map(o -> size < 0 ? o : new ObjectInfo(o.key(), size, o.etag()));
  }

  @Override
  public ObjectPage list(String prefix, @Nullable ObjectKey after, int limit) {
    return store.list(prefix, after, limit);
  }

  @Override
  public void delete(ObjectKey key) {
    store.delete(key);
  }
}
