package dev.tidemill.cli.doctor;

import dev.tidemill.core.time.TimeSource;
import dev.tidemill.storage.Content;
import dev.tidemill.storage.LocalObjectStore;
import dev.tidemill.storage.ObjectKey;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.UUID;

/** Writes an object, reads it back and takes it away again. */
public final class ObjectsCheck implements Check {
  private final Path folder;
  private final TimeSource time;

  public ObjectsCheck(Path folder, TimeSource time) {
    this.folder = folder;
    this.time = time;
  }

  @Override
  public String name() {
    return "objects";
  }

  @Override
  public Finding look() throws Exception {
    if (!Files.exists(folder)) {
      return Finding.ok(folder.normalize() + " (made when needed)");
    }
    var store = new LocalObjectStore(folder, time);
    var key = ObjectKey.of("doctor/" + UUID.randomUUID());
    byte[] written = "tide".getBytes(StandardCharsets.UTF_8);
    store.put(key, Content.of(written));
    try (InputStream in = store.open(key)) {
      boolean same = Arrays.equals(in.readAllBytes(), written);
      return same
          ? Finding.ok(folder.normalize() + " holds what is written to it")
          : Finding.fail(folder.normalize() + " gave back other bytes than were written", null);
    } finally {
      store.delete(key);
    }
  }
}
