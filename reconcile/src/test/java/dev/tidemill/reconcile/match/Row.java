package dev.tidemill.reconcile.match;

import dev.tidemill.reconcile.recipe.Operand;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A record of the reference matcher; its number counts from 1. */
record Row(int number, String key, Map<String, @Nullable Object> values) {

  @Nullable Object raw(Operand operand) {
    return operand instanceof Operand.Column column ? values.get(column.name()) : text(operand);
  }

  @Nullable String text(Operand operand) {
    var texts = new ArrayList<@Nullable String>();
    operand
        .columns()
        .forEach(
            name -> {
              Object value = values.get(name);
              texts.add(value == null ? null : value.toString());
            });
    return Derivation.of(operand).text(texts);
  }

  @Nullable BigDecimal amount(Operand operand) {
    return exact(raw(operand));
  }

  static @Nullable BigDecimal exact(@Nullable Object value) {
    return switch (value) {
      case null -> null;
      case BigDecimal number -> number;
      case Long number -> BigDecimal.valueOf(number);
      case Double number when !Double.isFinite(number) -> null;
      case Double number -> new BigDecimal(number).setScale(9, RoundingMode.HALF_UP);
      default -> throw new IllegalArgumentException("no number: " + value);
    };
  }

  @Nullable LocalDate day(Operand operand) {
    return switch (raw(operand)) {
      case null -> null;
      case LocalDate day -> day;
      case LocalDateTime moment -> moment.toLocalDate();
      default -> throw new IllegalArgumentException("no date: " + operand);
    };
  }
}
