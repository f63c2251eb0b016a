package dev.tidemill.storage.cache;

import dev.tidemill.core.DataSize;
import dev.tidemill.core.error.Problem;
import dev.tidemill.storage.ObjectInfo;
import dev.tidemill.storage.ObjectKey;
import dev.tidemill.storage.ObjectStore;
import dev.tidemill.storage.StorageError;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Whole objects of one store as local files. Thread-safe. */
public final class ObjectCache implements AutoCloseable {
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(10);

  private final ObjectStore store;
  private final CacheFolder folder;
  private final Shelf shelf;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition fetched = lock.newCondition();

  public ObjectCache(ObjectStore store, Path folder, DataSize budget) {
    this.store = store;
    this.folder = CacheFolder.open(folder);
    this.shelf = new Shelf(budget.bytes());
  }

  /** The object as a file; fetched if this version is not there. The caller closes. */
  public CachedObject open(ObjectKey key, Expected expected) {
    ObjectInfo object = look(key, expected);
    Path file = folder.file(object);
    if (!enter(file, object.size())) {
      fetch(object, file, expected);
    }
    var reader = new CachedObject(object, file, () -> locked(() -> shelf.leave(file)));
    requireChecksum(reader, expected);
    return reader;
  }

  private void fetch(ObjectInfo object, Path file, Expected expected) {
    try {
      if (folder.room() < object.size()) {
        throw DiskFull.problem(object, file).exception();
      }
      String sha256 = new Fetch(store, object, file).run(expected.sha256());
      locked(() -> shelf.filled(file, sha256));
    } catch (RuntimeException | Error e) {
      locked(() -> shelf.giveUp(file));
      throw e;
    }
  }

  /** Who fetched it may have expected nothing. */
  private void requireChecksum(CachedObject reader, Expected expected) {
    if (expected.sha256() == null) {
      return;
    }
    lock.lock();
    try {
      Fetch.requireChecksum(reader.info().key(), shelf.sha256(reader.file()), expected.sha256());
    } catch (RuntimeException e) {
      reader.close();
      throw e;
    } finally {
      lock.unlock();
    }
  }

  /** Bytes that are there or on their way. */
  public DataSize used() {
    lock.lock();
    try {
      return new DataSize(shelf.used());
    } finally {
      lock.unlock();
    }
  }

  /** Removes all files, also those being read. */
  @Override
  public void close() {
    folder.close();
  }

  private ObjectInfo look(ObjectKey key, Expected expected) {
    ObjectInfo object =
        store
            .head(key)
            .orElseThrow(
                () ->
                    Problem.of(StorageError.OBJECT_NOT_FOUND, "there is no object " + key)
                        .exception());
    if (expected.size() != null && expected.size() != object.size()) {
      throw Problem.of(
              StorageError.OBJECT_DAMAGED,
              "%s has %d bytes and should have %d".formatted(key, object.size(), expected.size()))
          .exception();
    }
    return object;
  }

  /** True if the file is there; false if the caller has to fetch it, and has a place for it. */
  private boolean enter(Path file, long size) {
    lock.lock();
    try {
      Boolean there = shelf.enter(file);
      while (there != null && !there) {
        fetched.awaitNanos(LOOK_AGAIN.toNanos());
        there = shelf.enter(file);
      }
      if (there == null) {
        // Deleted under the lock, so that nobody can fetch one of them anew before.
        shelf.take(file, size).forEach(CacheFolder::delete);
      }
      return there != null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Problem.of(
              StorageError.STORAGE_INTERRUPTED, "waiting for %s was interrupted".formatted(file))
          .exception(e);
    } finally {
      lock.unlock();
    }
  }

  private void locked(Runnable change) {
    lock.lock();
    try {
      change.run();
      fetched.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
