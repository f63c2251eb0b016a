package dev.tidemill.core.job;

import dev.tidemill.core.time.TimeSource;
import java.util.List;
import java.util.Optional;

/** What a running job knows and may tell. Thread-safe; useless once the epoch is lost. */
public interface JobContext {

  JobId job();

  RunId run();

  Epoch epoch();

  /** Failures that went before this execution. */
  int failures();

  /** What an earlier execution left with {@link JobOutcome.Park} or {@link JobOutcome.HandBack}. */
  Optional<String> checkpoint();

  TimeSource time();

  /** How far the work is, 0 to 1, with a few words for people. Cheap: sent with the heartbeat. */
  void progress(double fraction, String words);

  /** Keeps a line with this job and epoch. */
  void log(String line);

  /**
   * The name under which to write an output. It carries the epoch, so that a former holder can
   * never write over a later one's object.
   */
  String outputName(String name);

  /**
   * What the staging of this run came to so far, in order of creation; all of it when this is a job
   * that follows it. Asks the store.
   */
  List<StagedJob> staged();

  /**
   * Keeps something open after this job has ended, without a slot, until the staging of its run is
   * over or the worker stops. Closed at once when this execution does not end as done.
   */
  void keep(AutoCloseable session);

  /** Why the job should stop, once it should; its thread has been interrupted as well. */
  Optional<StopReason> stopRequested();
}
