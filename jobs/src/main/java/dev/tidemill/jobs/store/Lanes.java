package dev.tidemill.jobs.store;

import dev.tidemill.core.job.JobType;
import dev.tidemill.core.job.Queue;
import dev.tidemill.jobs.ClaimRequest;
import dev.tidemill.jobs.JobSpec;
import java.time.Duration;
import java.util.ArrayList;
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
 * transaction may commit late. Therefore every now and then a claim looks at everything, as often
 * as it can for a twentieth of the time. While that is cheap, nearly every claim does.
 *
 * <p>Thread-safe.
 */
final class Lanes {
  private static final int SHARE = 20;
  private static final int SHARE_WHEN_EMPTY = 4;

  /** Sets of types that workers of one server may have; the server speaks for many. */
  private static final int MOST_VIEWS = 256;

  private final Map<Look, View> views =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Look, View> eldest) {
          return size() > MOST_VIEWS;
        }
      };

  private record Look(Queue queue, Set<JobType> types) {}

  /** A place in a lane; looking begins after it. */
  record Lane(String queue, String type, int version, int priority, long afterAt, long afterId) {}

  private record Place(long at, long id) {
    static final Place START = new Place(Long.MIN_VALUE, 0);
  }

  private record LaneKey(JobType type, int priority) {}

  View view(ClaimRequest request) {
    synchronized (views) {
      return views.computeIfAbsent(new Look(request.queue(), request.types()), View::new);
    }
  }

  /** The lanes of one queue that workers of one kind look at. */
  static final class View {
    private final Look look;
    private final Map<JobType, Set<Integer>> priorities = new HashMap<>();
    private final Map<LaneKey, Place> floors = new HashMap<>();
    private Duration fullAt = Duration.ZERO;
    private Duration fullCost = Duration.ZERO;
    private boolean everFull;

    private View(Look look) {
      this.look = look;
      look.types.forEach(
          type -> priorities.put(type, new TreeSet<>(Set.of(JobSpec.NORMAL_PRIORITY))));
    }

    /** Is it time to look at everything? */
    synchronized boolean fullIsDue(Duration now, boolean foundNothing) {
      int share = foundNothing ? SHARE_WHEN_EMPTY : SHARE;
      return !everFull || now.minus(fullAt).compareTo(fullCost.multipliedBy(share)) >= 0;
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
          new LaneKey(type, priority),
          new Place(at, id),
          (a, b) -> a.at > b.at || (a.at == b.at && a.id > b.id) ? a : b);
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
          Place after =
              fromStart
                  ? Place.START
                  : floors.getOrDefault(new LaneKey(type, priority), Place.START);
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
  }
}
