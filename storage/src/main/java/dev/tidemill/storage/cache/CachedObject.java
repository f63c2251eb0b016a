package dev.tidemill.storage.cache;

import dev.tidemill.storage.ObjectInfo;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;

/** An object as a local file that stays there until this is closed. Closing twice is closing. */
public final class CachedObject implements AutoCloseable {
  private final ObjectInfo info;
  private final Path file;
  private final Runnable release;
  private final AtomicBoolean closed = new AtomicBoolean();

  CachedObject(ObjectInfo info, Path file, Runnable release) {
    this.info = info;
    this.file = file;
    this.release = release;
  }

  public ObjectInfo info() {
    return info;
  }

  /** Only to be read. Its name ends as the object's does. */
  public Path file() {
    return file;
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      release.run();
    }
  }
}
