package dev.tidemill.reconcile.match;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.tidemill.reconcile.recipe.Operand;
import dev.tidemill.reconcile.recipe.Operand.Step;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The text an operand stands for, computed from the texts of its columns. */
public final class Derivation {
  private interface Change extends UnaryOperator<@Nullable String> {}

  private final Function<List<@Nullable String>, @Nullable String> whole;

  private Derivation(Function<List<@Nullable String>, @Nullable String> whole) {
    this.whole = whole;
  }

  public static Derivation of(Operand operand) {
    return new Derivation(
        switch (operand) {
          case Operand.Column column -> List::getFirst;
          case Operand.Derived derived -> {
            Change change = all(derived.steps());
            yield values -> change.apply(values.getFirst());
          }
          case Operand.Concat concat -> joined(concat);
        });
  }

  /**
   * @param values of {@link Operand#columns}, in that order
   */
  public @Nullable String text(List<@Nullable String> values) {
    return whole.apply(values);
  }

  private static Function<List<@Nullable String>, @Nullable String> joined(Operand.Concat concat) {
    List<Derivation> parts = concat.parts().stream().map(Derivation::of).toList();
    return values -> {
      var texts = new ArrayList<String>();
      for (int i = 0; i < parts.size(); i++) {
        String text = parts.get(i).text(Collections.singletonList(values.get(i)));
        if (text == null) {
          return null;
        }
        texts.add(text);
      }
      return String.join(concat.separator(), texts);
    };
  }

  private static Change all(List<Step> steps) {
    List<Change> changes = steps.stream().map(Derivation::change).toList();
    return text -> {
      String now = text;
      for (Change change : changes) {
        now = now == null ? null : change.apply(now);
      }
      return now;
    };
  }

  private static Change change(Step step) {
    return switch (step) {
      case Step.Simple simple ->
          switch (simple) {
            case TRIM -> text -> text == null ? null : text.strip();
            case LOWER -> text -> text == null ? null : text.toLowerCase(Locale.ROOT);
            case UPPER -> text -> text == null ? null : text.toUpperCase(Locale.ROOT);
          };
      case Step.Substring part -> text -> text == null ? null : substring(text, part);
      case Step.Regex regex -> {
        Pattern pattern = Pattern.compile(regex.expression());
        yield text -> {
          Matcher matcher = pattern.matcher(text == null ? "" : text);
          return text != null && matcher.find()
              ? matcher.group(Math.min(1, matcher.groupCount()))
              : null;
        };
      }
    };
  }

  private static String substring(String text, Step.Substring part) {
    int letters = text.codePointCount(0, text.length());
    int from = Math.min(part.start() - 1, letters);
    int to = (int) Math.min((long) from + part.length(), letters);
    return text.substring(text.offsetByCodePoints(0, from), text.offsetByCodePoints(0, to));
  }
}
