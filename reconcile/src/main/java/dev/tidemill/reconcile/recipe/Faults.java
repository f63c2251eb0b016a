package dev.tidemill.reconcile.recipe;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemill.core.NameSuggestion;
import dev.tidemill.core.error.Problem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What was found wrong so far. */
final class Faults {
  /** Enough to work on; a file of something else should not give thousands. */
  private static final int MOST = 200;

  private final List<Problem> found = new ArrayList<>();

  void add(String path, String message) {
    add(Problem.of(RecipeError.RECIPE_INVALID, message).field(path));
  }

  void add(String path, String message, String next) {
    add(Problem.of(RecipeError.RECIPE_INVALID, message).field(path).next(next));
  }

  void add(Problem problem) {
    if (found.size() < MOST) {
      found.add(problem);
    }
  }

  boolean none() {
    return found.isEmpty();
  }

  int count() {
    return found.size();
  }

  List<Problem> all() {
    return found;
  }

  void unknown(
      String path,
      String what,
      String written,
      Optional<String> suggestion,
      Collection<String> known) {
    add(
        path,
        "there is no %s %s here".formatted(what, brief(written)),
        suggestion
            .map("did you mean %s?"::formatted)
            .orElseGet(() -> "known: " + String.join(", ", known)));
  }

  /** A text that is not blank, not too long and that SQL can carry. */
  @Nullable String text(JsonNode node, String path, String name, int most) {
    if (!node.isTextual()) {
      add(path, "%s must be a text".formatted(name));
      return null;
    }
    String text = node.textValue();
    if (text.isBlank()) {
      add(path, "%s is empty".formatted(name));
      return null;
    }
    return carried(text, path, name, most) ? text : null;
  }

  /** Any text, also an empty one. */
  boolean carried(String text, String path, String name, int most) {
    if (text.length() > most) {
      add(path, "%s is longer than %d characters".formatted(name, most));
      return false;
    }
    if (text.indexOf('\0') >= 0 || !UTF_8.newEncoder().canEncode(text)) {
      add(path, "%s holds a zero character or invalid Unicode".formatted(name));
      return false;
    }
    return true;
  }

  <E extends Enum<E> & Worded> @Nullable E word(JsonNode node, String path, String name, E[] all) {
    List<String> words = Arrays.stream(all).map(Worded::word).toList();
    int index = node.isTextual() ? words.indexOf(node.textValue()) : -1;
    if (index >= 0) {
      return all[index];
    }
    String written = node.isTextual() ? node.textValue() : node.toString();
    unknown(path, name, written, NameSuggestion.closest(brief(written), words), words);
    return null;
  }

  private static String brief(String written) {
    return written.length() > 60 ? written.substring(0, 60) + "…" : written;
  }
}
