package dev.tidemill.core.metric;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** All metrics of the program; each module adds its part. Refuses two of one name. */
public final class MetricCatalog {
  private final Map<String, MetricSpec> specs = new TreeMap<>();

  public MetricCatalog add(Collection<MetricSpec> more) {
    for (MetricSpec spec : more) {
      if (specs.putIfAbsent(spec.name(), spec) != null) {
        throw new IllegalArgumentException("metric " + spec.name() + " is declared twice");
      }
    }
    return this;
  }

  public List<MetricSpec> all() {
    return List.copyOf(specs.values());
  }

  boolean holds(MetricSpec spec) {
    return spec.equals(specs.get(spec.name()));
  }

  /** The table of {@code docs/metrics.md}. */
  public String markdown() {
    var text = new StringBuilder("| metric | kind | labels | meaning |\n|---|---|---|---|\n");
    for (MetricSpec spec : specs.values()) {
      text.append(
          "| `%s` | %s | %s | %s |\n"
              .formatted(
                  spec.name(),
                  spec.kind().name().toLowerCase(Locale.ROOT),
                  String.join(", ", spec.labels()),
                  spec.help()));
    }
    return text.toString();
  }
}
