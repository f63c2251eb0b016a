package dev.tidemill.storage;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Which file an object is. Ordinary names stay as they are, so that people find their results; what
 * a file system or a locale might not take is written as {@code %XX}, and a name too long for a
 * file becomes folders whose names end in a bare {@code %}, with the rest below as {@code ~rest}.
 */
final class FileNames {
  private static final String PLAIN =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+,@ ()";
  private static final int LONGEST = 240;

  private FileNames() {}

  static Path file(Path root, ObjectKey key) {
    Path path = root;
    for (String segment : key.segments()) {
      String name = escape(segment);
      while (name.length() > LONGEST) {
        path = path.resolve(name.substring(0, LONGEST) + "%");
        name = "~" + name.substring(LONGEST);
      }
      path = path.resolve(name);
    }
    return path;
  }

  /** The key of a file, or empty for a file that is no object. */
  static Optional<ObjectKey> key(Path root, Path file) {
    var names = new StringBuilder();
    for (Path part : root.relativize(file)) {
      String name = part.toString();
      if (name.startsWith("~") && !names.isEmpty()) {
        names.setLength(names.length() - 1);
        names.append(name, 1, name.length());
      } else {
        names.append(names.isEmpty() ? "" : "/").append(name);
      }
    }
    try {
      var key = new ObjectKey(unescape(names.toString()));
      return file(root, key).equals(file) ? Optional.of(key) : Optional.empty();
    } catch (RuntimeException notOurs) {
      return Optional.empty();
    }
  }

  private static String escape(String segment) {
    var name = new StringBuilder();
    for (byte b : segment.getBytes(UTF_8)) {
      if (b > 0 && PLAIN.indexOf(b) >= 0) {
        name.append((char) b);
      } else {
        name.append("%%%02X".formatted(b & 0xff));
      }
    }
    return name.toString();
  }

  private static String unescape(String names) {
    var bytes = new ByteArrayOutputStream();
    for (int i = 0; i < names.length(); i++) {
      char c = names.charAt(i);
      if (c == '%') {
        bytes.write(Integer.parseInt(names.substring(i + 1, i + 3), 16));
        i += 2;
      } else {
        bytes.writeBytes(String.valueOf(c).getBytes(ISO_8859_1));
      }
    }
    return bytes.toString(UTF_8);
  }
}
