package dev.tidemill.scale;

import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a policy remembers of its earlier advice, for each set of capabilities apart. */
public record PolicyMemory(SortedMap<CapabilitySet, Sizes> pools) {
  public static final PolicyMemory NONE = new PolicyMemory(Collections.emptySortedMap());

  public PolicyMemory {
    pools = Collections.unmodifiableSortedMap(new TreeMap<>(pools));
  }

  /**
   * @param recent what was wanted lately, oldest first
   * @param grown when more was last advised
   * @param shrunk when less was last advised
   */
  public record Sizes(List<Wanted> recent, @Nullable Instant grown, @Nullable Instant shrunk) {
    public Sizes {
      recent = List.copyOf(recent);
    }
  }

  /** How many workers were wanted, before anything held the size back. */
  public record Wanted(Instant at, int workers) {}
}
