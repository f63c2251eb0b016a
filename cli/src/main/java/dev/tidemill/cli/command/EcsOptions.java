package dev.tidemill.cli.command;

import dev.tidemill.adapters.ecs.EcsSettings;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What {@code adapter start ecs} can be told. */
final class EcsOptions {
  static final String KIND = "ecs";

  @Option(names = "--cluster", paramLabel = "NAME", description = "ecs: where its tasks are.")
  private @Nullable String cluster;

  @Option(
      names = "--region",
      paramLabel = "NAME",
      description = "ecs: default: where AWS programs look for it.")
  private @Nullable String region;

  @Option(
      names = "--endpoint",
      paramLabel = "URL",
      description = "ecs: default: that of the region.")
  private @Nullable URI endpoint;

  @Option(
      names = "--task-definition",
      paramLabel = "NAME[:REVISION]",
      description = "ecs: what workers are made of; its secrets are where a token comes from.")
  private @Nullable String definition;

  @Option(
      names = "--container",
      paramLabel = "NAME",
      description = "ecs: the worker's container in it (default worker).")
  private @Nullable String container;

  @Option(
      names = "--launch-type",
      paramLabel = "TYPE",
      description = "ecs: FARGATE, EC2 or EXTERNAL (default: what the cluster does).")
  private @Nullable String launchType;

  @Option(
      names = "--capacity-provider",
      paramLabel = "NAME",
      description = "ecs: in place of --launch-type.")
  private @Nullable String provider;

  @Option(
      names = "--subnets",
      split = ",",
      paramLabel = "ID",
      description = "ecs: for tasks with an interface of their own.")
  private @Nullable List<String> subnets;

  @Option(
      names = "--security-groups",
      split = ",",
      paramLabel = "ID",
      description = "ecs: with --subnets.")
  private @Nullable List<String> securityGroups;

  @Option(names = "--public-ip", description = "ecs: with --subnets.")
  private boolean publicIp;

  void requireUnusedBy(String kind) {
    boolean used =
        cluster != null
            || region != null
            || endpoint != null
            || definition != null
            || container != null
            || launchType != null
            || provider != null
            || subnets != null
            || securityGroups != null
            || publicIp;
    if (used && !kind.equals(KIND)) {
      throw AdapterOptions.wrong(
          "options for ecs were given to an adapter of kind %s".formatted(kind));
    }
  }

  EcsSettings settings(AdapterRun.Ground ground) {
    if (cluster == null || definition == null) {
      throw AdapterOptions.wrong("--cluster and --task-definition are needed");
    }
    return new EcsSettings(
        ground.id(),
        new EcsSettings.Location(cluster, region, endpoint),
        definition,
        container == null ? "worker" : container,
        List.of(),
        ground.environment(),
        capacity(),
        network(),
        EcsSettings.CAPACITY_PATIENCE);
  }

  private EcsSettings.Capacity capacity() {
    if (launchType != null && provider != null) {
      throw AdapterOptions.wrong("either --launch-type or --capacity-provider");
    }
    if (launchType != null) {
      return new EcsSettings.Capacity.LaunchType(launchType);
    }
    return provider == null
        ? new EcsSettings.Capacity.ClusterDefault()
        : new EcsSettings.Capacity.Provider(provider);
  }

  private EcsSettings.@Nullable Network network() {
    if (subnets == null) {
      if (securityGroups != null || publicIp) {
        throw AdapterOptions.wrong(
            "--security-groups and --public-ip are for tasks with --subnets");
      }
      return null;
    }
    List<String> groups = securityGroups == null ? List.of() : securityGroups;
    return new EcsSettings.Network(subnets, groups, publicIp);
  }
}
