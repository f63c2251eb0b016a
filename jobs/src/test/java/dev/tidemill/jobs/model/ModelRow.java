package dev.tidemill.jobs.model;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A row whose fields are named as the columns of the real tables, so that rows can be compared. */
abstract class ModelRow {

  /** Column to number or text; what is absent is absent here too. */
  final Map<String, Object> columns() {
    var columns = new LinkedHashMap<String, Object>();
    for (Field field : getClass().getDeclaredFields()) {
      Object value = Modifier.isTransient(field.getModifiers()) ? null : read(field);
      if (value != null) {
        columns.put(column(field), value);
      }
    }
    return columns;
  }

  /** For what only a test may do. */
  final void set(String column, @Nullable Object value) {
    for (Field field : getClass().getDeclaredFields()) {
      if (column(field).equals(column)) {
        write(field, value);
        return;
      }
    }
    throw new IllegalArgumentException("no column " + column);
  }

  private @Nullable Object read(Field field) {
    try {
      return stored(field.get(this));
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  private void write(Field field, @Nullable Object value) {
    try {
      if (value instanceof Number number && field.getType() == int.class) {
        field.set(this, number.intValue());
      } else if (value instanceof Number number) {
        field.set(this, number.longValue());
      } else if (value instanceof String word && field.getType().isEnum()) {
        field.set(this, constant(field.getType(), word));
      } else {
        field.set(this, value);
      }
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Object constant(Class<?> type, String word) {
    for (Object constant : type.getEnumConstants()) {
      if (((Enum<?>) constant).name().equalsIgnoreCase(word)) {
        return constant;
      }
    }
    throw new IllegalArgumentException("no " + type.getSimpleName() + " " + word);
  }

  private static @Nullable Object stored(@Nullable Object value) {
    return switch (value) {
      case null -> null;
      case Enum<?> word -> word.name().toLowerCase(Locale.ROOT);
      case Number number -> number.longValue();
      case List<?> names when names.isEmpty() -> null;
      case List<?> names ->
          names.stream().map(name -> "\"" + name + "\"").collect(Collectors.joining(",", "[", "]"));
      default -> value.toString();
    };
  }

  private static String column(Field field) {
    return field.getName().replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
  }
}
