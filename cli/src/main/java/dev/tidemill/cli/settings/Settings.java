package dev.tidemill.cli.settings;

import dev.tidemill.core.config.Config;
import dev.tidemill.core.config.ConfigKey;
import dev.tidemill.core.config.ConfigSchema;
import dev.tidemill.core.config.ConfigSource;
import dev.tidemill.core.config.ConfigType;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.jobs.JobsConfig;
import dev.tidemill.jobs.permit.QueueUrl;
import dev.tidemill.jobs.store.StoreUrl;
import dev.tidemill.metrics.MetricsConfig;
import dev.tidemill.reconcile.run.ReconcileConfig;
import dev.tidemill.scale.ScaleConfig;
import dev.tidemill.schedule.CronConfig;
import dev.tidemill.server.ServerConfig;
import dev.tidemill.server.prometheus.QueryConfig;
import dev.tidemill.sources.stage.StagingConfig;
import dev.tidemill.storage.ObjectStore;
import dev.tidemill.storage.ObjectStores;
import dev.tidemill.storage.s3.S3Settings;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The settings of one invocation. */
public final class Settings {
  private static final String DEFAULT_DATA = "./.tidemill";
  private static final int USUAL_HTTP_PORT = 3001;
  private static final int USUAL_GRPC_PORT = 3002;

  public static final ConfigKey<String> CONFIG =
      ConfigKey.optional(
          "config", ConfigType.TEXT, "The file with settings; ./tidemill.yaml if it is there");
  public static final ConfigKey<String> DATA =
      ConfigKey.of(
          "data", ConfigType.TEXT, DEFAULT_DATA, "Folder for everything kept on this machine");
  public static final ConfigKey<String> OBJECTS =
      ConfigKey.optional(
          "objects", ConfigType.ADDRESS, "Where outputs are kept: a folder or s3://bucket/prefix");
  public static final ConfigKey<String> S3_ENDPOINT =
      ConfigKey.optional(
          "objects.s3.endpoint", ConfigType.ADDRESS, "The S3 service, when it is not AWS itself");
  public static final ConfigKey<String> S3_REGION =
      ConfigKey.optional("objects.s3.region", ConfigType.TEXT, "Its region");
  public static final ConfigKey<Boolean> S3_PATH_STYLE =
      ConfigKey.of(
          "objects.s3.path_style",
          ConfigType.FLAG,
          false,
          "Whether the bucket stands in the path, as most services other than AWS need it");
  public static final ConfigKey<String> S3_ACCESS_KEY =
      ConfigKey.optional(
          "objects.s3.access_key", ConfigType.TEXT, "Absent: as AWS's own tools find it");
  public static final ConfigKey<String> S3_SECRET_KEY =
      ConfigKey.secret("objects.s3.secret_key", "Goes with objects.s3.access_key");
  public static final ConfigKey<String> SECRETS_KEY =
      ConfigKey.secret(
          "secrets.key",
          "Seals passwords of sources: 32 bytes in Base64, the same for all processes; a file of"
              + " the data folder with SQLite");
  public static final ConfigKey<String> SERVER =
      ConfigKey.optional(
          "server", ConfigType.ADDRESS, "The server that commands talk to: http(s)://host:port");
  public static final ConfigKey<String> TOKEN =
      ConfigKey.secret("token", "What this program shows to a server");
  public static final ConfigKey<Integer> HTTP_PORT =
      ConfigKey.of(
          "http.port", ConfigType.port(), USUAL_HTTP_PORT, "The port of the API; 0 picks one");
  public static final ConfigKey<Integer> GRPC_PORT =
      ConfigKey.optional(
          "grpc.port",
          ConfigType.port(),
          "The port that adapters call; 0 picks one; absent: 3002 beside port 3001, else any");
  public static final ConfigKey<String> GRPC_ADVERTISE =
      ConfigKey.optional(
          "grpc.advertise",
          ConfigType.TEXT,
          "The host under which adapters reach that port; absent: http.host, or this machine's"
              + " address where that means all");
  public static final ConfigKey<Integer> WORKER_PORT =
      ConfigKey.of(
          "worker.http_port",
          ConfigType.port(),
          9090,
          "The port of a worker's /health, /ready and /metrics; 0 picks one");
  public static final ConfigKey<String> POD =
      ConfigKey.optional(
          "worker.pod",
          ConfigType.TEXT,
          "The worker's own pod, namespace/name: then its deletion cost tells whether it is busy");
  public static final ConfigKey<String> TASK =
      ConfigKey.optional(
          "worker.task",
          ConfigType.TEXT,
          "The ARN of the worker's own task in an ECS service: then it is protected while busy");
  public static final ConfigKey<Boolean> DEGRADE =
      ConfigKey.of(
          "worker.degrade",
          ConfigType.FLAG,
          true,
          "Take fewer jobs when processors or memory are nearly used up");
  public static final ConfigKey<String> LOG =
      ConfigKey.optional("log", ConfigType.TEXT, "ERROR, WARN, INFO or DEBUG");
  public static final ConfigKey<String> LOG_FORMAT =
      ConfigKey.of("log_format", ConfigType.TEXT, "text", "text or json");

  private final Config config;
  private final Path folder;

  private Settings(Config config, Path folder) {
    this.config = config;
    this.folder = folder;
  }

  /** Every module's keys. */
  public static ConfigSchema schema() {
    var schema =
        new ConfigSchema()
            .add(CONFIG, DATA, OBJECTS, SERVER, TOKEN, SECRETS_KEY)
            .add(S3_ENDPOINT, S3_REGION, S3_PATH_STYLE, S3_ACCESS_KEY, S3_SECRET_KEY)
            .add(
                HTTP_PORT,
                GRPC_PORT,
                GRPC_ADVERTISE,
                WORKER_PORT,
                POD,
                TASK,
                DEGRADE,
                LOG,
                LOG_FORMAT);
    JobsConfig.addTo(schema);
    CronConfig.addTo(schema);
    ScaleConfig.addTo(schema);
    ServerConfig.addTo(schema);
    StagingConfig.addTo(schema);
    ReconcileConfig.addTo(schema);
    MetricsConfig.addTo(schema);
    QueryConfig.addTo(schema);
    return schema;
  }

  /**
   * @param folder where relative paths and {@code tidemill.yaml} are looked for
   */
  public static Settings load(
      Map<String, String> flags, Map<String, String> environment, Path folder) {
    ConfigSchema schema = schema();
    var sources = new ArrayList<ConfigSource>();
    sources.add(new ConfigSource("flag", flags));
    Map<String, String> variables = schema.fromEnvironment(environment);
    sources.add(new ConfigSource("environment", variables));
    String named = flags.getOrDefault(CONFIG.path(), variables.get(CONFIG.path()));
    SettingsFile.find(named, folder).ifPresent(sources::add);
    sources.add(derived(sources));
    return new Settings(Config.resolve(schema, sources), folder);
  }

  public Config config() {
    return config;
  }

  public Path data() {
    return folder.resolve(config.get(DATA));
  }

  /** Where relative paths begin. */
  public Path folder() {
    return folder;
  }

  public ObjectStore openObjects(TimeSource time) {
    return ObjectStores.open(objects(), s3(), time);
  }

  /** A folder's absolute path, or an address. */
  public String objects() {
    String address = config.get(OBJECTS);
    return address.contains("://") ? address : folder.resolve(address).toString();
  }

  public S3Settings s3() {
    Optional<String> key = config.find(S3_ACCESS_KEY);
    Optional<String> secret = config.find(S3_SECRET_KEY);
    return new S3Settings(
        config.find(S3_ENDPOINT).map(URI::create).orElse(null),
        config.find(S3_REGION).orElse(null),
        config.get(S3_PATH_STYLE),
        key.isPresent() && secret.isPresent()
            ? new S3Settings.Credentials(key.get(), secret.get())
            : null);
  }

  /** Is the store behind a server, for a worker without a database? */
  public boolean storeIsServer() {
    return config.get(JobsConfig.STORE).matches("https?://.*");
  }

  /** Beside an API on another port than usual this one may be any: adapters ask for it. */
  public int grpcPort() {
    return config
        .find(GRPC_PORT)
        .orElseGet(() -> config.get(HTTP_PORT) == USUAL_HTTP_PORT ? USUAL_GRPC_PORT : 0);
  }

  public QueueUrl queue() {
    return config
        .find(JobsConfig.QUEUE)
        .map(QueueUrl::parse)
        .orElseGet(() -> QueueUrl.parse(store().embedded() ? "memory:" : "store:"));
  }

  public StoreUrl store() {
    StoreUrl url = StoreUrl.parse(config.get(JobsConfig.STORE));
    return url.embedded() ? StoreUrl.sqlite(folder.resolve(url.file())) : url;
  }

  /** What is not said lies in the data folder. */
  private static ConfigSource derived(List<ConfigSource> sources) {
    String data =
        sources.stream()
            .filter(source -> source.values().containsKey(DATA.path()))
            .map(source -> source.values().get(DATA.path()))
            .findFirst()
            .orElse(DEFAULT_DATA);
    return new ConfigSource(
        "default",
        Map.of(
            JobsConfig.STORE.path(), "sqlite:" + data + "/tidemill.db",
            OBJECTS.path(), data + "/objects"));
  }
}
