package dev.tidemill.sources.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/**
 * Where a file is, as a recipe says it: {@code file:payments.csv} beside the recipe, {@code
 * file:///data/payments.csv}, or either without {@code file:}. Pure; nothing is looked up.
 *
 * <p>What follows {@code file:} is part of a URI: other characters may be written as {@code %XX},
 * and {@code % ? #} must be.
 */
public final class FileAddress {
  private static final String SCHEME = "file:";

  private FileAddress() {}

  /** The path that is meant, absolute and without {@code ..}, from the recipe's folder. */
  public static Path resolve(String address, Path recipeFolder) {
    String path = address.startsWith(SCHEME) ? ofUri(address) : plain(address);
    if (path.isEmpty()) {
      throw refused(address, "it names no file");
    }
    try {
      return recipeFolder.toAbsolutePath().resolve(path).normalize();
    } catch (InvalidPathException e) {
      throw refused(address, "it is not a path");
    }
  }

  private static String plain(String address) {
    int colon = address.indexOf(':');
    int slash = address.indexOf('/');
    if (colon > 1 && (slash < 0 || colon < slash)) {
      throw refused(address, "'%s' is not a file".formatted(address.substring(0, colon + 1)));
    }
    return address;
  }

  private static String ofUri(String address) {
    String path = address.substring(SCHEME.length());
    if (path.startsWith("//")) {
      int slash = path.indexOf('/', 2);
      if (slash != 2) {
        throw refused(address, "files of another host cannot be read");
      }
      path = path.substring(2);
    }
    if (path.startsWith("//")) {
      throw refused(address, "it has too many slashes");
    }
    return decoded(path, address);
  }

  private static String decoded(String path, String address) {
    if (path.indexOf('?') >= 0 || path.indexOf('#') >= 0) {
      throw refused(address, "? and # in the name of a file are written %3F and %23");
    }
    var bytes = new ByteArrayOutputStream();
    byte[] in = path.getBytes(UTF_8);
    for (int i = 0; i < in.length; i++) {
      if (in[i] != '%') {
        bytes.write(in[i]);
        continue;
      }
      int high = i + 2 < in.length ? Character.digit(in[i + 1], 16) : -1;
      int low = i + 2 < in.length ? Character.digit(in[i + 2], 16) : -1;
      if (high < 0 || low < 0) {
        throw refused(address, "a % is followed by two hexadecimal digits; % itself is %25");
      }
      bytes.write(high << 4 | low);
      i += 2;
    }
    try {
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes.toByteArray())).toString();
    } catch (CharacterCodingException e) {
      throw refused(address, "it is not UTF-8");
    }
  }

  private static TidemillException refused(String address, String why) {
    return Problem.of(
            FileError.FILE_ADDRESS_INVALID,
            "'%s' is not the address of a file: %s"
                .formatted(address.replaceAll("\\p{Cntrl}", "?"), why))
        .next("write file:payments.csv, beside the recipe, or file:///data/payments.csv")
        .exception();
  }
}
