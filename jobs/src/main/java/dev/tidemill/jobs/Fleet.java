package dev.tidemill.jobs;

import java.util.List;

/** For those who look after the workers. Thread-safe. */
public interface Fleet {

  /**
   * In order of name.
   *
   * @param alsoGone with those that stopped or were lost, newest first after the live ones
   */
  List<WorkerView> workers(boolean alsoGone);

  /**
   * Asks a worker to take no more jobs and finish what it holds; it learns of it with its next
   * heartbeat. Asking again changes nothing.
   *
   * @throws dev.tidemill.core.error.TidemillException {@code NOT_FOUND} when no live worker has the
   *     name
   */
  WorkerView drain(String name);

  /** Takes the request back. */
  WorkerView undrain(String name);

  /** What waits and could be claimed now, by what it asks of a worker. */
  List<Waiting> waiting();
}
