package dev.tidemill.jobs.state;

/**
 * How many jobs a run has and how many have ended. A job is counted when it enters an ended state
 * and taken out again when a retry takes it out of it, so it counts once however often it runs.
 */
public record Tally(
    int plans,
    int plansDone,
    int chunks,
    int chunksDone,
    int execs,
    int execsDone,
    int failed,
    int cancelled) {

  public static final Tally NONE = new Tally(0, 0, 0, 0, 0, 0, 0, 0);

  /** With {@code count} more jobs of a stage. */
  public Tally created(Stage stage, int count) {
    return switch (stage) {
      case PLAN ->
          new Tally(
              plans + count, plansDone, chunks, chunksDone, execs, execsDone, failed, cancelled);
      case CHUNK ->
          new Tally(
              plans, plansDone, chunks + count, chunksDone, execs, execsDone, failed, cancelled);
      case EXEC ->
          new Tally(
              plans, plansDone, chunks, chunksDone, execs + count, execsDone, failed, cancelled);
    };
  }

  /** With {@code count} jobs of a stage come to {@code status}, which must be an ended one. */
  public Tally ended(Stage stage, JobStatus status, int count) {
    return switch (status) {
      case COMPLETED -> completed(stage, count);
      case FAILED ->
          new Tally(
              plans, plansDone, chunks, chunksDone, execs, execsDone, failed + count, cancelled);
      case CANCELLED ->
          new Tally(
              plans, plansDone, chunks, chunksDone, execs, execsDone, failed, cancelled + count);
      case PENDING, CLAIMED, PARKED ->
          throw new IllegalArgumentException(status + " is not an end");
    };
  }

  public int total() {
    return plans + chunks + execs;
  }

  public int done() {
    return plansDone + chunksDone + execsDone;
  }

  /** Jobs that may still change anything. */
  public int open() {
    return total() - done() - failed - cancelled;
  }

  /** All plans done, hence all chunks known, and all of those done too. */
  boolean stagingDone() {
    return plansDone == plans && chunksDone == chunks;
  }

  private Tally completed(Stage stage, int count) {
    return switch (stage) {
      case PLAN ->
          new Tally(
              plans, plansDone + count, chunks, chunksDone, execs, execsDone, failed, cancelled);
      case CHUNK ->
          new Tally(
              plans, plansDone, chunks, chunksDone + count, execs, execsDone, failed, cancelled);
      case EXEC ->
          new Tally(
              plans, plansDone, chunks, chunksDone, execs, execsDone + count, failed, cancelled);
    };
  }
}
