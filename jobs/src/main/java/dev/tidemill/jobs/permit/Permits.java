package dev.tidemill.jobs.permit;

import dev.tidemill.core.job.Queue;
import java.time.Duration;
import java.util.Optional;

/**
 * Hints that there is work to claim. Implementations are thread-safe.
 *
 * <p>A worker with free slots takes a permit, claims a batch from the store and says {@link
 * Permit#used()} once the claim is committed. While its claims come back full it goes on without
 * permits; when all its slots are busy and the last claim was full it rings, which wakes another
 * worker. Upkeep rings for due work that nobody was told of.
 */
public interface Permits extends AutoCloseable {

  /**
   * There may be work in the queue. To be called after the commit that made it. Never blocks and
   * never throws: a hint that cannot be sent now is dropped and counted. Rings close together
   * become one; a ring while another is on its way leads to one more after it. Does nothing after
   * {@link #close()}.
   */
  void ring(Queue queue);

  /**
   * Waits at most {@code limit} for a permit. Empty when the time is up, when {@link #wake} was
   * called and after {@link #close()}. Interruption ends the wait; a permit that came at that
   * moment is given back. Every permit is to be ended by one of its two methods.
   *
   * @throws IllegalStateException when another thread is taking from this queue
   */
  Optional<Permit> take(Queue queue, Duration limit) throws InterruptedException;

  /**
   * Ends the wait of this process's taker at once: the current one or, if there is none, the next.
   * Its owner has a reason of its own to look: a slot became free, or a heartbeat told of due work.
   * The latter may mean that the line to the broker is dead, so an implementation may check it.
   */
  void wake(Queue queue);

  /**
   * Returns when the broker answers.
   *
   * @throws dev.tidemill.core.error.TidemillException QUEUE_UNAVAILABLE when it does not
   */
  void ping();

  /** What became of the rings of this process, for metrics. */
  RingCounts counts(Queue queue);

  /** Ends all waits and gives back what was not used. Idempotent. */
  @Override
  void close();

  /** Leave to claim once. Thread-safe; the first of the two calls counts. */
  interface Permit {
    Queue queue();

    /** The claim is committed: the permit is used up. Never throws. */
    void used();

    /** Not used: another may have it at once. Never throws. */
    void giveBack();
  }
}
