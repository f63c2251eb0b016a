package dev.tidemill.scale.control;

import dev.tidemill.scale.AdapterId;
import dev.tidemill.scale.CapabilitySet;
import dev.tidemill.scale.GroupId;
import dev.tidemill.scale.PolicyMemory;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * All a controller knows.
 *
 * @param named how many groups it has named
 * @param notes what happened since the last decision, for its record
 */
public record ControlState(
    long term,
    long generation,
    long named,
    long decisions,
    boolean fenced,
    PolicyMemory memory,
    SortedMap<AdapterId, Adapter> adapters,
    List<String> notes) {
  private static final int MOST_NOTES = 50;

  public ControlState {
    adapters = Collections.unmodifiableSortedMap(new TreeMap<>(adapters));
    notes = List.copyOf(notes);
  }

  /** The state of a controller that begins; the store gave it its term. */
  public static ControlState beginning(long term) {
    return new ControlState(
        term,
        Wishes.first(term),
        0,
        0,
        false,
        PolicyMemory.NONE,
        Collections.emptySortedMap(),
        List.of());
  }

  /**
   * One adapter.
   *
   * @param reported has it told what it has, to this controller?
   * @param failures starts that failed running
   * @param startsFrom nothing is started before
   */
  public record Adapter(
      ControlEvent.Adapter facts,
      String session,
      boolean connected,
      Instant heard,
      boolean reported,
      SortedMap<GroupId, ControlEvent.Real> real,
      SortedMap<GroupId, Wished> wishes,
      int failures,
      @Nullable Instant startsFrom) {
    public Adapter {
      real = Collections.unmodifiableSortedMap(new TreeMap<>(real));
      wishes = Collections.unmodifiableSortedMap(new TreeMap<>(wishes));
    }

    Adapter withWishes(SortedMap<GroupId, Wished> other) {
      return new Adapter(
          facts, session, connected, heard, reported, real, other, failures, startsFrom);
    }

    public boolean silent(Instant now, ControlSettings settings) {
      return !connected || now.isAfter(heard.plus(settings.silentAfter()));
    }

    Wishes wishes(long generation) {
      return new Wishes(
          generation,
          wishes.entrySet().stream()
              .map(e -> new Wishes.Group(e.getKey(), e.getValue().wish, e.getValue().capabilities))
              .toList());
    }
  }

  /**
   * A wish.
   *
   * @param since when it was first wished
   * @param seen has the adapter shown the group?
   */
  public record Wished(Wishes.Wish wish, CapabilitySet capabilities, Instant since, boolean seen) {
    Wished to(Wishes.Wish other, Instant now) {
      return wish == other ? this : new Wished(other, capabilities, now, seen);
    }

    Wished shown() {
      return seen ? this : new Wished(wish, capabilities, since, true);
    }
  }

  ControlState with(Adapter adapter) {
    var all = new TreeMap<>(adapters);
    Adapter before = all.put(adapter.facts().id(), adapter);
    boolean changed = before == null || !before.wishes().equals(adapter.wishes());
    return new ControlState(
        term, changed ? generation + 1 : generation, named, decisions, fenced, memory, all, notes);
  }

  ControlState noting(List<String> more) {
    var all = new ArrayList<>(notes);
    all.addAll(more);
    int from = Math.max(0, all.size() - MOST_NOTES);
    return new ControlState(
        term,
        generation,
        named,
        decisions,
        fenced,
        memory,
        adapters,
        all.subList(from, all.size()));
  }

  ControlState fencedOff() {
    return new ControlState(term, generation, named, decisions, true, memory, adapters, notes);
  }

  ControlState decided(PolicyMemory remembered, long names) {
    return new ControlState(
        term, generation, names, decisions + 1, fenced, remembered, adapters, List.of());
  }
}
