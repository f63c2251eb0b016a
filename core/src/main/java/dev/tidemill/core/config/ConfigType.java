package dev.tidemill.core.config;

import dev.tidemill.core.DataSize;
import dev.tidemill.core.NameSuggestion;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * How the text of a setting becomes a value and back.
 *
 * @param words what fits, for error messages: "a duration such as 30s"
 */
public record ConfigType<T>(
    String words, Function<String, T> parser, Function<T, String> formatter) {

  public static final ConfigType<String> TEXT =
      new ConfigType<>("text", text -> text, text -> text);

  /** A URL that may carry a password, which is never shown. */
  public static final ConfigType<String> ADDRESS =
      new ConfigType<>(
          "an address", text -> text, text -> text.replaceFirst("://([^:/@]*):.*@", "://$1:***@"));

  public static final ConfigType<Boolean> FLAG =
      new ConfigType<>("true or false", ConfigType::parseFlag, String::valueOf);

  public static final ConfigType<Duration> DURATION =
      new ConfigType<>(
          "a duration such as 500ms, 30s, 5m or 1h30m", Durations::parse, Durations::format);

  public static final ConfigType<DataSize> SIZE =
      new ConfigType<>("a size such as 512MiB or 2GB", DataSize::parse, DataSize::toString);

  public static final ConfigType<List<String>> LIST =
      new ConfigType<>(
          "a comma-separated list", ConfigType::parseList, items -> String.join(",", items));

  public static ConfigType<Integer> integer(int min, int max) {
    return new ConfigType<>(
        max == Integer.MAX_VALUE
            ? "a whole number of at least " + min
            : "a whole number from %d to %d".formatted(min, max),
        text -> within(Integer.parseInt(text.strip()), min, max),
        String::valueOf);
  }

  /** Zero lets the system pick a port. */
  public static ConfigType<Integer> port() {
    return integer(0, 65535);
  }

  public static <E extends Enum<E>> ConfigType<E> oneOf(Class<E> constants) {
    String names =
        Arrays.stream(constants.getEnumConstants())
            .map(ConfigType::word)
            .collect(Collectors.joining(", "));
    return new ConfigType<>(
        "one of " + names, text -> parseEnum(constants, text), ConfigType::word);
  }

  private static Boolean parseFlag(String text) {
    return switch (text.strip().toLowerCase(Locale.ROOT)) {
      case "true", "yes", "on", "1" -> true;
      case "false", "no", "off", "0" -> false;
      default -> throw new IllegalArgumentException("neither true nor false");
    };
  }

  private static List<String> parseList(String text) {
    return Arrays.stream(text.split(",")).map(String::strip).filter(s -> !s.isEmpty()).toList();
  }

  private static int within(int value, int min, int max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException("out of range");
    }
    return value;
  }

  private static <E extends Enum<E>> E parseEnum(Class<E> constants, String text) {
    String wanted = text.strip().toLowerCase(Locale.ROOT).replace('-', '_');
    for (E constant : constants.getEnumConstants()) {
      if (constant.name().toLowerCase(Locale.ROOT).equals(wanted)) {
        return constant;
      }
    }
    var words = Arrays.stream(constants.getEnumConstants()).map(ConfigType::word).toList();
    throw new IllegalArgumentException(
        NameSuggestion.closest(wanted, words).map(w -> "did you mean " + w + "?").orElse(""));
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
