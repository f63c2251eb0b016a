package dev.tidemill.scale;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** What work needs or workers can do, e.g. {@code gpu} or {@code zone=b}. */
public record CapabilitySet(SortedSet<String> names) implements Comparable<CapabilitySet> {
  public static final CapabilitySet NONE = of();

  public CapabilitySet {
    names = Collections.unmodifiableSortedSet(new TreeSet<>(names));
    for (String name : names) {
      if (name.isBlank() || name.contains(",")) {
        throw new IllegalArgumentException("'" + name + "' is not the name of a capability");
      }
    }
  }

  public static CapabilitySet of(String... names) {
    return of(List.of(names));
  }

  public static CapabilitySet of(Collection<String> names) {
    return new CapabilitySet(new TreeSet<>(names));
  }

  /** Can one who has this do what needs {@code needed}? */
  public boolean covers(CapabilitySet needed) {
    return names.containsAll(needed.names);
  }

  @Override
  public int compareTo(CapabilitySet other) {
    return toString().compareTo(other.toString());
  }

  @Override
  public String toString() {
    return String.join(",", names);
  }
}
