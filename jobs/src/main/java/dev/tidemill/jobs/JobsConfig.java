package dev.tidemill.jobs;

import dev.tidemill.core.config.Config;
import dev.tidemill.core.config.ConfigKey;
import dev.tidemill.core.config.ConfigRule;
import dev.tidemill.core.config.ConfigSchema;
import dev.tidemill.core.config.ConfigType;
import dev.tidemill.core.job.JobLimits;
import dev.tidemill.jobs.upkeep.UpkeepSettings;
import java.time.Duration;
import java.util.List;

/** The settings of the durable path. */
public final class JobsConfig {
  private static final int MOST_SLOTS = 10_000;

  public static final ConfigKey<String> STORE =
      ConfigKey.optional(
          "store",
          ConfigType.ADDRESS,
          "The database: sqlite:PATH or postgresql://user@host:port/database; for a worker also"
              + " the server that has one: http(s)://host:port");
  public static final ConfigKey<String> QUEUE =
      ConfigKey.optional(
          "queue",
          ConfigType.ADDRESS,
          "Who tells of new work: memory:, nats://host:port, or store: (the database itself)");
  public static final ConfigKey<String> WORKER_ID =
      ConfigKey.optional(
          "worker.id", ConfigType.TEXT, "The worker's name; absent: host and eight digits");
  public static final ConfigKey<String> WORKER_GROUP =
      ConfigKey.optional(
          "worker.group", ConfigType.TEXT, "The scaling group that started the worker");
  public static final ConfigKey<Integer> SLOTS =
      ConfigKey.optional(
          "worker.slots",
          ConfigType.integer(1, MOST_SLOTS),
          "How many jobs run at once; absent: twice the processors");
  public static final ConfigKey<List<String>> TYPES =
      ConfigKey.of(
          "worker.types",
          ConfigType.LIST,
          List.of(),
          "The types of jobs the worker takes; empty: all it knows");
  public static final ConfigKey<List<String>> CAPABILITIES =
      ConfigKey.of(
          "worker.capabilities", ConfigType.LIST, List.of(), "What jobs may require of the worker");
  public static final ConfigKey<Integer> BATCH =
      ConfigKey.of(
          "worker.batch", ConfigType.integer(1, 1000), 10, "How many jobs one claim asks for");
  public static final ConfigKey<Integer> AHEAD =
      ConfigKey.of(
          "worker.ahead",
          ConfigType.integer(0, MOST_SLOTS),
          512,
          "How many short jobs may wait in hand for a slot");
  public static final ConfigKey<Duration> LEASE =
      ConfigKey.of(
          "worker.lease",
          ConfigType.DURATION,
          WorkerHello.DEFAULT_LEASE,
          "How long a worker may be silent before its jobs go to others");
  public static final ConfigKey<Duration> BEAT =
      ConfigKey.of(
          "worker.heartbeat", ConfigType.DURATION, Duration.ofSeconds(5), "How often it says so");
  public static final ConfigKey<Duration> GRACE =
      ConfigKey.of(
          "shutdown.grace",
          ConfigType.DURATION,
          Duration.ofSeconds(30),
          "How long running jobs may go on after the process was asked to stop");
  public static final ConfigKey<Duration> UPKEEP_EVERY =
      ConfigKey.of(
          "reaper.interval",
          ConfigType.DURATION,
          UpkeepSettings.DEFAULT_EVERY,
          "How often upkeep looks for dead workers, passed deadlines and due work");
  public static final ConfigKey<Duration> KEEP =
      ConfigKey.of(
          "jobs.keep",
          ConfigType.DURATION,
          UpkeepSettings.DEFAULT_KEEP,
          "How long ended runs are kept");
  public static final ConfigKey<Integer> MAX_PENDING =
      ConfigKey.of(
          "jobs.max_pending",
          ConfigType.integer(0, Integer.MAX_VALUE),
          0,
          "How many open jobs a tenant may have; 0: any number");
  public static final ConfigKey<Duration> TIMEOUT =
      ConfigKey.optional(
          "jobs.*.timeout",
          ConfigType.DURATION,
          "How long one execution of this type may take; 0s: any time");
  public static final ConfigKey<Integer> MAX_ATTEMPTS =
      ConfigKey.optional(
          "jobs.*.max_attempts",
          ConfigType.integer(1, 1000),
          "Failures after which a job of this type has failed");

  private JobsConfig() {}

  public static void addTo(ConfigSchema schema) {
    schema
        .add(STORE, QUEUE, WORKER_ID, WORKER_GROUP, SLOTS, TYPES, CAPABILITIES, BATCH, AHEAD)
        .add(LEASE, BEAT, GRACE, UPKEEP_EVERY, KEEP, MAX_PENDING, TIMEOUT, MAX_ATTEMPTS)
        .add(
            new ConfigRule(
                "worker.heartbeat",
                "a worker must give more than two signs of life in a lease:"
                    + " worker.heartbeat < worker.lease / 2",
                config ->
                    config.get(BEAT).multipliedBy(2).compareTo(config.get(LEASE)) < 0
                        && config.get(BEAT).isPositive()))
        .add(
            new ConfigRule(
                "reaper.interval",
                "upkeep must look at least once in a lease: 0 < reaper.interval <= worker.lease",
                config ->
                    config.get(UPKEEP_EVERY).isPositive()
                        && config.get(UPKEEP_EVERY).compareTo(config.get(LEASE)) <= 0))
        .add(
            new ConfigRule(
                "jobs.keep",
                "leftovers of a run are removed some minutes after its end, while it is still known:"
                    + " jobs.keep >= 1h",
                config -> config.get(KEEP).compareTo(Duration.ofHours(1)) >= 0));
  }

  /** What the installation says of a type of jobs goes before what its handler says. */
  public static JobSpec apply(Config config, JobSpec spec) {
    String type = spec.type().name();
    return spec.limits(
        new JobLimits(
            config.find(TIMEOUT, type).orElse(spec.limits().timeout()),
            config.find(MAX_ATTEMPTS, type).orElse(spec.limits().maxAttempts())));
  }
}
