package dev.tidemill.storage;

import java.io.InputStream;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Objects by key. Thread-safe, also between processes that use the same store. Every error is a
 * {@link dev.tidemill.core.error.TidemillException} with a {@link StorageError}.
 *
 * <p>Not promised, because stores differ in it: an object whose key is the folder of another
 * object's key ({@code a} beside {@code a/b}); keys that differ only in case.
 */
public interface ObjectStore {
  /** The most that {@link #list} returns at once. */
  int MAX_PAGE = 1000;

  /**
   * Stores or replaces. When it returns, the object is durable; when it throws, what was there
   * before is unchanged. No reader ever sees a part.
   */
  ObjectInfo put(ObjectKey key, Content content);

  /**
   * Stores if nothing is there. Of any number of callers at once exactly one wins; the others get
   * empty and have changed nothing.
   */
  Optional<ObjectInfo> putIfAbsent(ObjectKey key, Content content);

  /** Reads one version to its end, also while another replaces it. The caller closes. */
  InputStream open(ObjectKey key);

  /** Like {@link #open(ObjectKey)}, a part only. */
  InputStream open(ObjectKey key, ByteRange range);

  Optional<ObjectInfo> head(ObjectKey key);

  /**
   * At most {@code limit} objects whose key begins with {@code prefix} (any text, also the half of
   * a name) and comes behind {@code after}. What is stored and left alone during a listing is in
   * it; what comes or goes meanwhile may be.
   */
  ObjectPage list(String prefix, @Nullable ObjectKey after, int limit);

  /** Deleting what is not there is no error. */
  void delete(ObjectKey key);
}
