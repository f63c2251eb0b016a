package dev.tidemill.sources.stage;

import dev.tidemill.core.job.ChildJob;
import dev.tidemill.core.job.JobContext;
import dev.tidemill.core.job.JobHandler;
import dev.tidemill.core.job.JobLimits;
import dev.tidemill.core.job.JobOutcome;
import dev.tidemill.core.job.JobType;
import dev.tidemill.core.job.Queue;
import dev.tidemill.sources.Chunk;
import dev.tidemill.sources.Connectors;
import dev.tidemill.sources.Snapshot;
import dev.tidemill.sources.SourceRequest;
import dev.tidemill.sources.SourceSession;
import dev.tidemill.sources.proof.StagedColumn;
import dev.tidemill.sources.proof.StagedJson;
import dev.tidemill.sources.proof.StagedPart;
import dev.tidemill.sources.proof.StagedPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Looks at a source. A small one it stages itself; a large one it cuts, and leaves the snapshot
 * with the keeper for the chunks to join.
 */
public final class StagePlanHandler implements JobHandler<StagePlan> {
  public static final JobType TYPE = JobType.of("stage_plan");

  /** An estimate may be this much too low before the source is cut after all. */
  private static final long PATIENCE = 4;

  private final Connectors connectors;
  private final Credentials credentials;
  private final PartStager stager;
  private final StageSettings defaults;

  public StagePlanHandler(
      Connectors connectors, Credentials credentials, PartStager stager, StageSettings defaults) {
    this.connectors = connectors;
    this.credentials = credentials;
    this.stager = stager;
    this.defaults = defaults;
  }

  @Override
  public JobType type() {
    return TYPE;
  }

  @Override
  public Class<StagePlan> payloadClass() {
    return StagePlan.class;
  }

  @Override
  public Queue queue() {
    return Queue.STAGE;
  }

  @Override
  public JobLimits limits() {
    return new JobLimits(Duration.ofMinutes(2), 3);
  }

  @Override
  public JobOutcome run(StagePlan payload, JobContext context) throws InterruptedException {
    return Stopping.orHandBack(context, () -> plan(payload, context));
  }

  private JobOutcome plan(StagePlan payload, JobContext context) throws InterruptedException {
    StageSettings settings = payload.settings() == null ? defaults : payload.settings();
    SourceRequest request = payload.request(credentials).withMost(settings.maxValueBytes());
    SourceSession session = connectors.of(request.uri()).open(request);
    try {
      if (session.estimatedRows() <= settings.chunkThresholdRows()) {
        return alone(payload, session, settings, request.mostBytes(), context);
      }
    } catch (PartStager.TooManyRows e) {
      context.log("the source's statistics are far too low; it is cut after all");
      session.close();
      session = connectors.of(request.uri()).open(request);
    } catch (RuntimeException | InterruptedException e) {
      session.close();
      throw e;
    }
    return spread(payload, session, settings, context);
  }

  private JobOutcome alone(
      StagePlan payload,
      SourceSession session,
      StageSettings settings,
      long mostBytes,
      JobContext context)
      throws InterruptedException {
    try (session) {
      var whole = new Chunk.Whole();
      var task =
          new PartStager.Task(
              payload.source(),
              0,
              session.estimatedRows(),
              PATIENCE * settings.chunkThresholdRows(),
              mostBytes,
              payload.comparesWithSource() ? () -> session.read(whole) : null);
      StagedPart part = stager.stage(task, session.read(whole), context);
      var plan = result(payload, session, session.snapshot().kind(), 1, List.of(part));
      return new JobOutcome.Done(List.of(part.output()), List.of(), StagedJson.write(plan));
    }
  }

  private JobOutcome spread(
      StagePlan payload, SourceSession session, StageSettings settings, JobContext context) {
    boolean kept = false;
    try {
      List<Chunk> chunks = session.plan(settings.maxParallelChunks());
      boolean joined = session.snapshot().kind() == Snapshot.Kind.EXPORTED;
      Snapshot shared =
          joined
              ? session.snapshot()
              : new Snapshot(Snapshot.Kind.FUZZY, null, null, session.snapshot().moment());
      // One statement is of one moment by itself.
      var kind = !joined && chunks.size() == 1 ? Snapshot.Kind.SINGLE : shared.kind();
      var plan = result(payload, session, kind, chunks.size(), List.of());
      var children = children(payload.with(settings), plan, chunks, shared);
      if (joined) {
        context.keep(session);
        kept = true;
      }
      return new JobOutcome.Done(List.of(), children, StagedJson.write(plan));
    } finally {
      if (!kept) {
        session.close();
      }
    }
  }

  private static List<ChildJob> children(
      StagePlan payload, StagedPlan plan, List<Chunk> chunks, Snapshot shared) {
    var children = new ArrayList<ChildJob>();
    for (int i = 0; i < chunks.size(); i++) {
      var chunk =
          new StageChunk(
              payload,
              i,
              chunks.get(i),
              StageChunk.Shared.of(shared),
              plan.columns(),
              plan.estimatedRows() / chunks.size());
      children.add(new ChildJob(StageChunkHandler.TYPE, StagedJson.write(chunk)));
    }
    return children;
  }

  private static StagedPlan result(
      StagePlan payload,
      SourceSession session,
      Snapshot.Kind kind,
      int chunks,
      List<StagedPart> parts) {
    return new StagedPlan(
        payload.source(),
        StagedColumn.of(session.columns()),
        kind,
        session.snapshot().moment().toString(),
        session.estimatedRows(),
        chunks,
        parts,
        kind == Snapshot.Kind.FUZZY
            ? "the source cannot share a snapshot: each part is of its own moment"
            : null);
  }
}
