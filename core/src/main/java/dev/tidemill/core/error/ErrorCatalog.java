package dev.tidemill.core.error;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** All error codes of the program, each module's enum added once. Refuses two codes of one name. */
public final class ErrorCatalog {
  private final Map<String, ErrorCode> byName = new TreeMap<>();

  public static ErrorCatalog of(List<Class<? extends ErrorCode>> enums) {
    var catalog = new ErrorCatalog();
    enums.forEach(catalog::add);
    return catalog;
  }

  private void add(Class<? extends ErrorCode> codes) {
    ErrorCode[] constants = codes.getEnumConstants();
    if (constants == null) {
      throw new IllegalArgumentException(codes.getName() + " is not an enum");
    }
    for (ErrorCode code : constants) {
      ErrorCode other = byName.putIfAbsent(code.name(), code);
      if (other != null) {
        throw new IllegalArgumentException(
            "error code %s is defined in %s and in %s"
                .formatted(code.name(), other.getClass().getName(), codes.getName()));
      }
    }
  }

  public Optional<ErrorCode> find(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  /** In order of name. */
  public Collection<ErrorCode> all() {
    return List.copyOf(byName.values());
  }
}
