package dev.tidemill.promql.syntax;

import java.util.List;

/**
 * A function's name and types.
 *
 * @param optional how many arguments may be left out or added: 0 none; n the last one may be given
 *     0 to n times; -1 the last one any number of times
 */
public record Signature(
    String name, List<ValueType> arguments, int optional, ValueType returns, boolean experimental) {
  public Signature {
    arguments = List.copyOf(arguments);
  }

  int least() {
    return optional == 0 ? arguments.size() : arguments.size() - 1;
  }

  int most() {
    return optional < 0 ? Integer.MAX_VALUE : least() + optional;
  }

  ValueType argument(int index) {
    return arguments.get(Math.min(index, arguments.size() - 1));
  }
}
