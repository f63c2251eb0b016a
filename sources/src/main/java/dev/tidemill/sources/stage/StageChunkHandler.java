package dev.tidemill.sources.stage;

import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.core.job.JobContext;
import dev.tidemill.core.job.JobHandler;
import dev.tidemill.core.job.JobLimits;
import dev.tidemill.core.job.JobOutcome;
import dev.tidemill.core.job.JobType;
import dev.tidemill.core.job.Queue;
import dev.tidemill.sources.ChunkRows;
import dev.tidemill.sources.Connector;
import dev.tidemill.sources.Connectors;
import dev.tidemill.sources.Snapshot;
import dev.tidemill.sources.SourceError;
import dev.tidemill.sources.SourceRequest;
import dev.tidemill.sources.proof.StagedColumn;
import dev.tidemill.sources.proof.StagedJson;
import dev.tidemill.sources.proof.StagedPart;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Stages one chunk under the snapshot of its plan. */
public final class StageChunkHandler implements JobHandler<StageChunk> {
  public static final JobType TYPE = JobType.of("stage_chunk");

  private final Connectors connectors;
  private final Credentials credentials;
  private final PartStager stager;

  public StageChunkHandler(Connectors connectors, Credentials credentials, PartStager stager) {
    this.connectors = connectors;
    this.credentials = credentials;
    this.stager = stager;
  }

  @Override
  public JobType type() {
    return TYPE;
  }

  @Override
  public Class<StageChunk> payloadClass() {
    return StageChunk.class;
  }

  @Override
  public Queue queue() {
    return Queue.STAGE;
  }

  @Override
  public JobLimits limits() {
    return new JobLimits(Duration.ofMinutes(5), 3);
  }

  @Override
  public JobOutcome run(StageChunk payload, JobContext context) throws InterruptedException {
    try {
      return Stopping.orHandBack(context, () -> stage(payload, context));
    } catch (TidemillException e) {
      if (e.code() == SourceError.SOURCE_SNAPSHOT_LOST) {
        return new JobOutcome.Restage(e.problem());
      }
      throw e;
    }
  }

  private JobOutcome stage(StageChunk payload, JobContext context) throws InterruptedException {
    requireYoung(payload, context.time().now());
    SourceRequest request =
        payload.plan().request(credentials).withMost(settings(payload).maxValueBytes());
    Connector connector = connectors.of(request.uri());
    ChunkRows rows = connector.read(request, payload.snapshot().snapshot(), payload.chunk());
    requireSame(payload, rows);
    var task =
        new PartStager.Task(
            payload.plan().source(),
            payload.ordinal(),
            payload.expectedRows(),
            Long.MAX_VALUE,
            request.mostBytes(),
            payload.plan().comparesWithSource()
                ? () -> connector.read(request, payload.snapshot().snapshot(), payload.chunk())
                : null);
    StagedPart part = stager.stage(task, rows, context);
    return new JobOutcome.Done(List.of(part.output()), List.of(), StagedJson.write(part));
  }

  private static StageSettings settings(StageChunk payload) {
    StageSettings settings = payload.plan().settings();
    return settings == null ? StageSettings.DEFAULT : settings;
  }

  /** Parts of days ago are no evidence of today, even if the source still has that moment. */
  private static void requireYoung(StageChunk payload, Instant now) {
    Instant moment = payload.snapshot().snapshot().moment();
    if (payload.snapshot().kind() == Snapshot.Kind.EXPORTED
        && moment.plus(settings(payload).snapshotMaxAge()).isBefore(now)) {
      throw Problem.of(
              SourceError.SOURCE_SNAPSHOT_LOST,
              "the snapshot of %s is too old".formatted(payload.plan().source()))
          .cause(
              "it is of %s, and staging.snapshot_max_age is %s"
                  .formatted(moment, settings(payload).snapshotMaxAge()))
          .next("the source is staged anew")
          .exception();
    }
  }

  private static void requireSame(StageChunk payload, ChunkRows rows) {
    if (!StagedColumn.of(rows.columns()).equals(payload.columns())) {
      rows.close();
      throw Problem.of(
              SourceError.SOURCE_CHANGED,
              "%s has other columns than when it was planned".formatted(payload.plan().source()))
          .cause("planned %s, found %s".formatted(payload.columns(), rows.columns()))
          .next("stage the source again")
          .exception();
    }
  }
}
