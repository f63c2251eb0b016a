package dev.tidemill.reconcile.recipe;

import java.util.List;
import java.util.stream.Stream;

/** What a condition looks at: a column, or a text derived from columns. */
public sealed interface Operand {

  /** A column as it is. */
  record Column(String name) implements Operand {}

  /** A text column after some steps, first to last. */
  record Derived(String column, List<Step> steps) implements Operand {
    public Derived {
      steps = List.copyOf(steps);
    }
  }

  /** Several texts as one; NULL when one of them is. */
  record Concat(List<Operand> parts, String separator) implements Operand {
    public Concat {
      parts = List.copyOf(parts);
    }
  }

  /** One change of a text; NULL stays NULL. */
  sealed interface Step {
    enum Simple implements Step, Worded {
      TRIM("trim"),
      LOWER("lower"),
      UPPER("upper");

      private final String word;

      Simple(String word) {
        this.word = word;
      }

      @Override
      public String word() {
        return word;
      }
    }

    /** From the character {@code start}, counted from 1, at most {@code length} of them. */
    record Substring(int start, int length) implements Step {}

    /** What the first group caught, or the whole match without one; NULL when nothing matches. */
    record Regex(String expression) implements Step {}
  }

  /** The columns it is made of. */
  default Stream<String> columns() {
    return switch (this) {
      case Column column -> Stream.of(column.name());
      case Derived derived -> Stream.of(derived.column());
      case Concat concat -> concat.parts().stream().flatMap(Operand::columns);
    };
  }

  /** A short name for people. */
  default String label() {
    return switch (this) {
      case Column column -> column.name();
      case Derived derived -> derived.column();
      case Concat concat -> String.join("+", concat.columns().toList());
    };
  }
}
