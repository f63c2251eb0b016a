package dev.tidemill.server.prometheus;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemill.promql.syntax.Durations;
import dev.tidemill.promql.syntax.Quoting;
import dev.tidemill.server.route.Request;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.net.URLDecoder;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Parameters from the address and, when there is one, from the form in the body. */
final class Form {
  /** Far beyond any sample, and near enough that ranges and offsets can be added. */
  private static final long FARTHEST = 1L << 60;

  private final Map<String, List<String>> values = new HashMap<>();

  Form(Request request) {
    // The body first, as in Prometheus: it wins over the address.
    if (request.header("content-type").orElse("").startsWith("application/x-www-form-urlencoded")) {
      byte[] body = new byte[request.body().remaining()];
      request.body().duplicate().get(body);
      for (String pair : new String(body, UTF_8).split("&", -1)) {
        if (!pair.isEmpty()) {
          String[] sides = pair.split("=", 2);
          add(decoded(sides[0]), sides.length == 2 ? decoded(sides[1]) : "");
        }
      }
    }
    request.query().forEach((name, all) -> all.forEach(value -> add(name, value)));
  }

  private void add(String name, String value) {
    values.computeIfAbsent(name, n -> new ArrayList<>()).add(value);
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, UTF_8);
    } catch (IllegalArgumentException e) {
      throw new BadParameter("error parsing form values: " + e.getMessage());
    }
  }

  List<String> all(String name) {
    return values.getOrDefault(name, List.of());
  }

  /** The first that is given and not empty. */
  Optional<String> text(String name) {
    return all(name).stream().findFirst().filter(value -> !value.isEmpty());
  }

  long time(String name) {
    return timestamp(name, text(name).orElse(""));
  }

  long time(String name, long otherwise) {
    return text(name).map(text -> timestamp(name, text)).orElse(otherwise);
  }

  Optional<Duration> duration(String name) {
    return text(name).map(text -> duration(name, text));
  }

  /** 0 is none. */
  int limit() {
    String text = text("limit").orElse("0");
    try {
      int limit = Integer.parseInt(text);
      if (limit >= 0) {
        return limit;
      }
    } catch (NumberFormatException e) {
      // Told below.
    }
    throw new BadParameter("limit", "limit must be non-negative");
  }

  /** Seconds with a fraction, or RFC 3339; in milliseconds. */
  static long timestamp(String name, String text) {
    try {
      BigDecimal millis = seconds(text).movePointRight(3).setScale(0, RoundingMode.HALF_EVEN);
      return millis
          .max(BigDecimal.valueOf(-FARTHEST))
          .min(BigDecimal.valueOf(FARTHEST))
          .longValue();
    } catch (NumberFormatException | ArithmeticException e) {
      try {
        return OffsetDateTime.parse(text).toInstant().toEpochMilli();
      } catch (DateTimeParseException | ArithmeticException neither) {
        throw new BadParameter(
            name, "cannot parse %s to a valid timestamp".formatted(Quoting.quote(text)));
      }
    }
  }

  /** Seconds with a fraction, or as in {@code 1h30m}. */
  static Duration duration(String name, String text) {
    try {
      return Durations.ofSeconds(seconds(text).doubleValue());
    } catch (IllegalArgumentException | ArithmeticException e) {
      try {
        return Durations.parse(text);
      } catch (IllegalArgumentException neither) {
        throw new BadParameter(
            name, "cannot parse %s to a valid duration".formatted(Quoting.quote(text)));
      }
    }
  }

  private static BigDecimal seconds(String text) {
    var number = new BigDecimal(text);
    if (Math.abs((long) number.scale()) > 400) {
      throw new NumberFormatException("out of range");
    }
    return number;
  }
}
