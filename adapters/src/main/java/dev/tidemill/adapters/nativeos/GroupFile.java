package dev.tidemill.adapters.nativeos;

import dev.tidemill.scale.CapabilitySet;
import dev.tidemill.scale.GroupId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;

/** What is remembered of one group, replaced as a whole at each change. */
final class GroupFile {
  private static final String ENDING = ".group";

  private final Path path;
  private final Properties values;

  private GroupFile(Path path, Properties values) {
    this.path = path;
    this.values = values;
  }

  static GroupFile of(Path folder, GroupId id) {
    Path path = folder.resolve(id.value() + ENDING).normalize();
    if (!folder.normalize().equals(path.getParent())) {
      throw new IllegalArgumentException(id + " cannot be the name of a file");
    }
    return new GroupFile(path, new Properties());
  }

  static List<GroupFile> all(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      List<GroupFile> all = new ArrayList<>();
      for (Path path : files.filter(p -> p.toString().endsWith(ENDING)).sorted().toList()) {
        var values = new Properties();
        try (var in = Files.newInputStream(path)) {
          values.load(in);
        }
        all.add(new GroupFile(path, values));
      }
      return all;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  GroupId id() {
    String name = path.getFileName().toString();
    return new GroupId(name.substring(0, name.length() - ENDING.length()));
  }

  boolean exists() {
    return Files.exists(path);
  }

  CapabilitySet capabilities() {
    String names = get("capabilities");
    return names.isEmpty() ? CapabilitySet.NONE : CapabilitySet.of(names.split(","));
  }

  int workers() {
    return Integer.parseInt(get("workers"));
  }

  Instant since() {
    return Instant.parse(get("since"));
  }

  String get(String key) {
    return values.getProperty(key, "");
  }

  boolean is(String key) {
    return !get(key).isEmpty();
  }

  /** Kept in memory until {@link #write}. */
  GroupFile put(String key, Object value) {
    values.setProperty(key, value.toString());
    return this;
  }

  void write() {
    try {
      Path fresh = Files.createTempFile(path.getParent(), "group", ".new");
      try (var out = Files.newOutputStream(fresh)) {
        values.store(out, null);
      }
      Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void delete() {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
