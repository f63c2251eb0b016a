package dev.tidemill.jobs.json;

import dev.tidemill.core.NameSuggestion;
import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Enums as people write them: lower case. */
public final class Words {
  private Words() {}

  public static String of(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  public static <E extends Enum<E>> E parse(Class<E> type, String field, String word) {
    List<E> all = Arrays.asList(type.getEnumConstants());
    return all.stream()
        .filter(value -> of(value).equals(word))
        .findFirst()
        .orElseThrow(() -> unknown(field, word, all.stream().map(Words::of).toList()));
  }

  private static RuntimeException unknown(String field, String word, List<String> known) {
    return Problem.of(CoreError.INVALID_INPUT, "'%s' cannot be '%s'".formatted(field, word))
        .field(field)
        .cause("it is one of " + String.join(", ", known))
        .next(
            NameSuggestion.closest(word, known)
                .map(near -> "did you mean " + near + "?")
                .orElse("choose one of them"))
        .exception();
  }
}
