package dev.tidemill.cli.command;

import dev.tidemill.core.NameSuggestion;
import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.jobs.Page;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Words on the command line that must be one of a few. */
final class Words {
  private static final int MOST = 1000;

  private Words() {}

  static <E extends Enum<E>> E one(Class<E> constants, String option, String word) {
    List<String> words =
        Arrays.stream(constants.getEnumConstants())
            .map(constant -> constant.name().toLowerCase(Locale.ROOT))
            .toList();
    int at = words.indexOf(word.toLowerCase(Locale.ROOT));
    if (at < 0) {
      throw Problem.of(CoreError.INVALID_INPUT, "%s does not know '%s'".formatted(option, word))
          .field(option)
          .next(
              NameSuggestion.closest(word, words)
                  .map(near -> "did you mean " + near + "?")
                  .orElse("use one of " + String.join(", ", words)))
          .exception();
    }
    return constants.getEnumConstants()[at];
  }

  static Page page(long after, int limit) {
    if (limit < 1 || limit > MOST) {
      throw Problem.of(CoreError.INVALID_INPUT, "--limit must be from 1 to " + MOST)
          .field("--limit")
          .next("go on with --after for more")
          .exception();
    }
    return new Page(after, limit);
  }
}
