package dev.tidemill.cli;

import dev.tidemill.core.NameSuggestion;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The top-level commands; each capability adds its own. Only the one that is called gets loaded.
 */
final class CommandRegistry {
  private final Map<String, Entry> entries = new LinkedHashMap<>();

  /**
   * @param summary one line for the list of commands
   * @param command makes the object that picocli reads
   */
  record Entry(String name, String summary, Function<Surroundings, Object> command) {}

  CommandRegistry add(Collection<Entry> more) {
    for (Entry entry : more) {
      if (entries.putIfAbsent(entry.name, entry) != null) {
        throw new IllegalArgumentException("two commands are called " + entry.name);
      }
    }
    return this;
  }

  Optional<Entry> find(String name) {
    return Optional.ofNullable(entries.get(name));
  }

  Optional<String> suggest(String name) {
    return NameSuggestion.closest(name, entries.keySet());
  }

  List<Entry> all() {
    return List.copyOf(entries.values());
  }
}
