package dev.tidemill.scale;

import java.util.List;

/** A signal as it was read, or the fact that it could not be. */
public sealed interface Reading<T> {

  /** What was read. */
  record Known<T>(T value) implements Reading<T> {}

  /** Not the same as nothing: a store that does not answer has no empty queue. */
  record Unknown<T>(String why) implements Reading<T> {}

  static <T> Reading<T> of(T value) {
    return new Known<>(value);
  }

  /** The sum, unknown as soon as one part is. */
  static Reading<Integer> sum(List<Reading<Integer>> parts) {
    int sum = 0;
    for (Reading<Integer> part : parts) {
      switch (part) {
        case Known<Integer> known -> sum = Math.addExact(sum, known.value());
        case Unknown<Integer> unknown -> {
          return unknown;
        }
      }
    }
    return of(sum);
  }
}
