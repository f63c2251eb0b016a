package dev.tidemill.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemill.core.error.Problem;
import dev.tidemill.server.ServerError;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which path, with which query, a request is for; decoded, and safe to use as names.
 *
 * <p>A segment never is {@code .} or {@code ..} and never holds a slash, a backslash or a control
 * character, however it was written, so that no handler can be led out of a folder.
 */
record Target(List<String> segments, Map<String, List<String>> query) {

  static Target parse(String path, @Nullable String query) {
    if (!path.startsWith("/")) {
      throw bad("the path must begin with a slash");
    }
    var segments = new ArrayList<String>();
    if (path.length() > 1) {
      for (String part : path.substring(1).split("/", -1)) {
        segments.add(segment(part));
      }
    }
    Map<String, List<String>> parameters = new LinkedHashMap<>();
    if (query != null && !query.isEmpty()) {
      for (String pair : query.split("&", -1)) {
        String[] sides = pair.split("=", 2);
        parameters
            .computeIfAbsent(decode(sides[0], true), name -> new ArrayList<>())
            .add(sides.length == 2 ? decode(sides[1], true) : "");
      }
    }
    return new Target(List.copyOf(segments), parameters);
  }

  private static String segment(String part) {
    String text = decode(part, false);
    boolean unsafe =
        text.equals(".")
            || text.equals("..")
            || text.chars().anyMatch(c -> c == '/' || c == '\\' || Character.isISOControl(c));
    if (unsafe) {
      throw bad("the path has a part that cannot be a name");
    }
    return text;
  }

  private static String decode(String text, boolean plusIsSpace) {
    ByteBuffer bytes = ByteBuffer.allocate(text.length() * 3);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '%') {
        if (i + 2 >= text.length()) {
          throw bad("a % in the address is not followed by two hexadecimal digits");
        }
        int high = Character.digit(text.charAt(i + 1), 16);
        int low = Character.digit(text.charAt(i + 2), 16);
        if (high < 0 || low < 0) {
          throw bad("a % in the address is not followed by two hexadecimal digits");
        }
        bytes.put((byte) (high * 16 + low));
        i += 2;
      } else if (c == '+' && plusIsSpace) {
        bytes.put((byte) ' ');
      } else {
        bytes.put(String.valueOf(c).getBytes(UTF_8));
      }
    }
    try {
      return UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .onUnmappableCharacter(CodingErrorAction.REPORT)
          .decode(bytes.flip())
          .toString();
    } catch (CharacterCodingException e) {
      throw bad("the address is not UTF-8");
    }
  }

  private static RuntimeException bad(String why) {
    return Problem.of(ServerError.BAD_REQUEST, "the address cannot be read")
        .cause(why)
        .next("encode odd characters as %XX of their UTF-8 bytes")
        .exception();
  }
}
