package dev.tidemill.cli.doctor;

import dev.tidemill.storage.Content;
import dev.tidemill.storage.ObjectKey;
import dev.tidemill.storage.ObjectStore;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.UUID;
import java.util.function.Supplier;

/** Writes an object, reads it back and takes it away again. */
public final class ObjectsCheck implements Check {
  private final String where;
  private final Supplier<ObjectStore> opening;

  /**
   * @param where a folder or an address
   */
  public ObjectsCheck(String where, Supplier<ObjectStore> opening) {
    this.where = where;
    this.opening = opening;
  }

  @Override
  public String name() {
    return "objects";
  }

  @Override
  public Finding look() throws Exception {
    if (!where.contains("://") && !Files.exists(Path.of(where))) {
      return Finding.ok(where + " (made when needed)");
    }
    ObjectStore store = opening.get();
    var key = ObjectKey.of("doctor/" + UUID.randomUUID());
    byte[] written = "tide".getBytes(StandardCharsets.UTF_8);
    store.put(key, Content.of(written));
    try (InputStream in = store.open(key)) {
      boolean same = Arrays.equals(in.readAllBytes(), written);
      return same
          ? Finding.ok(where + " holds what is written to it")
          : Finding.fail(where + " gave back other bytes than were written", null);
    } finally {
      store.delete(key);
    }
  }
}
