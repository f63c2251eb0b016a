package dev.tidemill.jobs;

import dev.tidemill.core.job.Queue;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

/**
 * What nobody else can notice: dead workers, passed deadlines, gates left shut, old rows. Any
 * number of processes may do it at once; each call works in small batches and says what it did.
 */
public interface JobUpkeep {

  /**
   * Whose turn is it? Any number may ask; one of them gets it for each {@code interval}.
   *
   * @return true when the caller should do a pass now
   */
  boolean turn(Duration interval);

  /** The queues in which a job is due, for those who ring. */
  Set<Queue> due();

  /** How much is due in each queue that has something due. Counts, so not for every second. */
  Map<Queue, Backlog> backlog();

  /**
   * @param oldest how long the first of them has been due
   */
  record Backlog(long jobs, Duration oldest) {}

  /**
   * Takes the jobs of dead workers back: pending again with a failure counted, failed when that was
   * the last one, cancelled where that had been asked.
   */
  Reclaimed reclaim();

  /** Fails runs past their deadline and cancels what is left of them. Returns how many. */
  int failOverdue();

  /**
   * Decides again the gate of open runs that have nothing left to do, and shows runs as begun whose
   * jobs are being worked on. Returns how many moved.
   */
  int repairGates();

  /**
   * Deletes what ended longer ago than {@code keep}: some thousands of runs at most, in small
   * batches. Also while another thread calls the others. Returns how many.
   */
  int retain(Duration keep);

  /**
   * @param held true when dead workers may exist but the store has not been seen healthy for a full
   *     lease yet, so nothing was taken
   */
  record Reclaimed(int workers, int returned, int failed, int cancelled, boolean held) {
    public static final Reclaimed HELD = new Reclaimed(0, 0, 0, 0, true);
  }
}
