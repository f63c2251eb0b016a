package dev.tidemill.jobs.store;

import dev.tidemill.core.job.JobType;
import dev.tidemill.core.job.Queue;
import dev.tidemill.jobs.ClaimRequest;
import dev.tidemill.jobs.JobSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Where claims look. The waiting index has a lane for each (queue, type, version, priority), in
 * which jobs stand by due time. Behind the last claimed one of a lane there is, as a rule, nothing
 * left but the dead entries of jobs that were claimed before; while somebody keeps an old snapshot
 * open nothing can remove those, and walking over them again with every claim would make claims
 * slower and slower. So a claim begins where the last one ended.
 *
 * <p>As a rule only: a job that was handed back keeps its place, a priority may be new, a
 * transaction may commit late. Therefore every now and then somebody looks at everything, as often
 * as it can for a twentieth of the time. While that is cheap, nearly every claim does. When it is
 * not, it is done beside the claims, and only what was found behind is claimed from there.
 *
 * <p>Thread-safe.
 */
final class Lanes {
  private static final int SHARE = 20;
  private static final int SHARE_WHEN_EMPTY = 4;

  /** No claim should wait much longer than this for a look at everything. */
  private static final Duration CHEAP = Duration.ofMillis(10);

  /** Sets of types that workers of one server may have; the server speaks for many. */
  private static final int MOST_VIEWS = 256;

  private final Map<Look, View> views =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Look, View> eldest) {
          return size() > MOST_VIEWS;
        }
      };

  private final Duration cheap;

  Lanes() {
    this(CHEAP);
  }

  /**
   * @param cheap what a look at everything may cost and still be part of a claim
   */
  Lanes(Duration cheap) {
    this.cheap = cheap;
  }

  /** Who lacks a capability leaves jobs behind that others should find. */
  private record Look(Queue queue, Set<JobType> types, Set<String> capabilities) {}

  /** A place in a lane; looking begins after it. */
  record Lane(String queue, String type, int version, int priority, long afterAt, long afterId) {}

  private record Place(long at, long id) implements Comparable<Place> {
    static final Place START = new Place(Long.MIN_VALUE, 0);
    private static final Comparator<Place> ORDER =
        Comparator.comparingLong(Place::at).thenComparingLong(Place::id);

    @Override
    public int compareTo(Place other) {
      return ORDER.compare(this, other);
    }
  }

  private record LaneKey(JobType type, int priority) {
    static LaneKey of(Lane lane) {
      return new LaneKey(new JobType(lane.type, lane.version), lane.priority);
    }
  }

  View view(ClaimRequest request) {
    synchronized (views) {
      return views.computeIfAbsent(
          new Look(request.queue(), request.types(), request.capabilities()),
          look -> new View(look, cheap));
    }
  }

  /** The lanes of one queue that workers of one kind look at. */
  static final class View {
    private final Look look;
    private final Duration cheap;
    private final Map<JobType, Set<Integer>> priorities = new HashMap<>();
    private final Map<LaneKey, Place> floors = new HashMap<>();

    /** Where something was found behind the floor, until a claim has begun there. */
    private final Map<LaneKey, Place> behind = new HashMap<>();

    private Duration fullAt = Duration.ZERO;
    private Duration fullCost = Duration.ZERO;
    private boolean everFull;
    private boolean lookingBeside;

    private View(Look look, Duration cheap) {
      this.look = look;
      this.cheap = cheap;
      look.types.forEach(
          type -> priorities.put(type, new TreeSet<>(Set.of(JobSpec.NORMAL_PRIORITY))));
    }

    /** Is it time to look at everything? */
    synchronized boolean fullIsDue(Duration now, boolean foundNothing) {
      int share = foundNothing ? SHARE_WHEN_EMPTY : SHARE;
      return !everFull || now.minus(fullAt).compareTo(fullCost.multipliedBy(share)) >= 0;
    }

    /** May a claim look at everything itself? */
    synchronized boolean isCheap() {
      return !everFull || fullCost.compareTo(cheap) < 0;
    }

    /** Returns false when somebody looks already. {@link #lookedBeside} must follow. */
    synchronized boolean beginLookBeside() {
      boolean mine = !lookingBeside;
      lookingBeside = true;
      return mine;
    }

    synchronized void lookedBeside(Duration began, Duration ended) {
      lookingBeside = false;
      looked(began, ended);
    }

    /**
     * The first job of a lane that can be claimed.
     *
     * @return whether claims would have missed it
     */
    synchronized boolean first(Lane lane, long at, long id) {
      LaneKey key = LaneKey.of(lane);
      var before = new Place(at, id - 1);
      if (before.compareTo(floors.getOrDefault(key, Place.START)) >= 0) {
        return false;
      }
      behind.put(key, before);
      return true;
    }

    /** A claim has begun there and got what it could. */
    synchronized void claimedFrom(List<Lane> lanes) {
      for (Lane lane : lanes) {
        behind.remove(LaneKey.of(lane), new Place(lane.afterAt, lane.afterId));
      }
    }

    /** Which priorities there are; learnt at the beginning of a look at everything. */
    synchronized void found(Map<JobType, Set<Integer>> now) {
      priorities.replaceAll((type, before) -> now.getOrDefault(type, Set.of()));
    }

    /** A look at everything was taken. */
    synchronized void looked(Duration began, Duration ended) {
      fullAt = ended;
      fullCost = ended.minus(began);
      everFull = true;
    }

    synchronized void claimed(JobType type, int priority, long at, long id) {
      floors.merge(
          new LaneKey(type, priority), new Place(at, id), (a, b) -> a.compareTo(b) > 0 ? a : b);
    }

    /**
     * Where to look.
     *
     * @param fromStart at everything, not only from where the last claim ended
     */
    synchronized List<Lane> lanes(boolean fromStart) {
      var lanes = new ArrayList<Lane>();
      for (JobType type : look.types) {
        var here = new TreeSet<>(priorities.getOrDefault(type, Set.of()));
        // New work mostly has it: so that it is found without a look at everything.
        here.add(JobSpec.NORMAL_PRIORITY);
        for (int priority : here) {
          Place after = fromStart ? Place.START : start(new LaneKey(type, priority));
          lanes.add(
              new Lane(
                  look.queue.word(),
                  type.name(),
                  type.payloadVersion(),
                  priority,
                  after.at,
                  after.id));
        }
      }
      return lanes;
    }

    private Place start(LaneKey lane) {
      Place found = behind.get(lane);
      return found != null ? found : floors.getOrDefault(lane, Place.START);
    }
  }
}
