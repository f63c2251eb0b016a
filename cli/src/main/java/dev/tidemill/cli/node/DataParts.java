package dev.tidemill.cli.node;

import dev.tidemill.cli.settings.Settings;
import dev.tidemill.core.config.Config;
import dev.tidemill.core.job.JobHandler;
import dev.tidemill.core.secret.Sealer;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.jobs.Documents;
import dev.tidemill.jobs.JobIntake;
import dev.tidemill.jobs.worker.Handlers;
import dev.tidemill.reconcile.run.LocalReconciler;
import dev.tidemill.reconcile.run.MatchHandler;
import dev.tidemill.reconcile.run.Reach;
import dev.tidemill.reconcile.run.ReconcileConfig;
import dev.tidemill.reconcile.run.ReconcileRuns;
import dev.tidemill.reconcile.run.SourceBook;
import dev.tidemill.reconcile.run.Workshop;
import dev.tidemill.sources.Connectors;
import dev.tidemill.sources.Credential;
import dev.tidemill.sources.SourcePolicy;
import dev.tidemill.sources.file.FilePolicy;
import dev.tidemill.sources.file.NativeFiles;
import dev.tidemill.sources.stage.Credentials;
import dev.tidemill.sources.stage.PartStager;
import dev.tidemill.sources.stage.StageChunkHandler;
import dev.tidemill.sources.stage.StagePlanHandler;
import dev.tidemill.sources.stage.StagingConfig;
import dev.tidemill.sql.SqlEngine;
import dev.tidemill.sql.SqlLimits;
import dev.tidemill.sql.duckdb.DuckDbEngine;
import dev.tidemill.storage.ObjectStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** From settings to what data work needs. Nothing is opened before it is used. */
public final class DataParts {
  private final Settings settings;
  private final TimeSource time;
  private final Whose whose;
  private final ObjectStore objects;
  private final Supplier<Sealer> sealer;

  /** One for all: two would clear each other's files. */
  private final Buckets fetched;

  public DataParts(Settings settings, TimeSource time, Whose whose) {
    this.settings = settings;
    this.time = time;
    this.whose = whose;
    this.objects = new ObjectsWhenUsed(settings::openObjects, time);
    this.sealer = new SecretKey(settings);
    this.fetched = new Buckets(settings, time);
  }

  /** On whose behalf sources are read, which decides what may be. */
  public enum Whose {
    /** A person's own process: whatever that person may read. */
    OWN,
    /** A daemon for one person's folder: files below it, any server. */
    FOLDER,
    /** A server or worker for many: what its settings allow. */
    MANY
  }

  public ObjectStore objects() {
    return objects;
  }

  /** The kinds of jobs that work on data. */
  List<JobHandler<?>> handlers() {
    Config config = settings.config();
    var connectors = Connectors.standard(servers(), time);
    Credentials credentials = text -> Credential.of(sealer.get().open(text));
    var limits = new SqlLimits(config.get(StagingConfig.MEMORY), 1, temp());
    var stager = new PartStager(objects, limits);
    return List.of(
        new StagePlanHandler(connectors, credentials, stager, StagingConfig.settings(config)),
        new StageChunkHandler(connectors, credentials, stager),
        new MatchHandler(workshop()));
  }

  public LocalReconciler reconciler(JobIntake intake, Handlers handlers) {
    return new LocalReconciler(new ReconcileRuns(reach(), handlers::spec), intake, objects);
  }

  SourceBook book(Documents documents) {
    return new SourceBook(
        documents,
        reach(),
        Connectors.standard(servers(), time),
        fetched,
        sealer,
        settings.folder());
  }

  private Reach reach() {
    return new Reach(files(), servers(), buckets(), sealer);
  }

  private Workshop workshop() {
    return new Workshop(new DuckDbEngine(), limits(), files(), objects, fetched, temp());
  }

  private NativeFiles files() {
    SqlEngine engine = new DuckDbEngine();
    return new NativeFiles(engine, limits(), filePolicy());
  }

  private SqlLimits limits() {
    int threads =
        settings
            .config()
            .find(ReconcileConfig.THREADS)
            .orElseGet(() -> Runtime.getRuntime().availableProcessors());
    return new SqlLimits(settings.config().get(ReconcileConfig.MEMORY), threads, temp());
  }

  private Path temp() {
    return settings.data().toAbsolutePath().normalize().resolve("tmp");
  }

  private FilePolicy filePolicy() {
    if (whose == Whose.OWN) {
      return FilePolicy.ANY;
    }
    var folders = new ArrayList<Path>();
    if (whose == Whose.FOLDER) {
      folders.add(settings.folder());
    }
    settings
        .config()
        .get(ReconcileConfig.FOLDERS)
        .forEach(folder -> folders.add(settings.folder().resolve(folder)));
    return FilePolicy.within(folders);
  }

  private SourcePolicy servers() {
    return whose == Whose.MANY
        ? SourcePolicy.only(settings.config().get(StagingConfig.ALLOW))
        : SourcePolicy.anywhere();
  }

  private @Nullable List<String> buckets() {
    return whose == Whose.MANY ? settings.config().get(StagingConfig.ALLOW) : null;
  }
}
