package dev.tidemill.adapters.ecs;

import dev.tidemill.scale.AdapterId;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * @param adapter told to ECS as who started the tasks
 * @param taskDefinition family, {@code family:revision} or ARN
 * @param container the worker's container in it
 * @param command in place of the one in the task definition; empty to keep that
 * @param network null for task definitions that bring their own (bridge, host)
 * @param capacityPatience how long a cluster without room is asked again before a start has failed
 */
public record EcsSettings(
    AdapterId adapter,
    Location location,
    String taskDefinition,
    String container,
    List<String> command,
    Map<String, String> environment,
    Capacity capacity,
    @Nullable Network network,
    Duration capacityPatience) {
  public static final Duration CAPACITY_PATIENCE = Duration.ofMinutes(1);

  private static final Pattern NAME = Pattern.compile("[-_a-zA-Z0-9]{1,27}");

  public EcsSettings {
    command = List.copyOf(command);
    environment = Map.copyOf(environment);
    if (!NAME.matcher(adapter.value()).matches()) {
      throw new IllegalArgumentException(
          "the id of an adapter on ECS has up to 27 letters, digits, - and _, got '%s'"
              .formatted(adapter));
    }
    if (location.cluster().isBlank() || taskDefinition.isBlank() || container.isBlank()) {
      throw new IllegalArgumentException(
          "cluster, task definition and the worker's container are needed");
    }
  }

  /**
   * @param region null for where AWS programs look for it
   * @param endpoint null for the region's own
   */
  public record Location(String cluster, @Nullable String region, @Nullable URI endpoint) {}

  /** What tasks run on. */
  public sealed interface Capacity {
    /** {@code FARGATE}, {@code EC2} or {@code EXTERNAL}. */
    record LaunchType(String name) implements Capacity {}

    record Provider(String name) implements Capacity {}

    /** What the cluster does by default. */
    record ClusterDefault() implements Capacity {}
  }

  /** For tasks with an interface of their own ({@code awsvpc}, always so on Fargate). */
  public record Network(List<String> subnets, List<String> securityGroups, boolean publicIp) {
    public Network {
      subnets = List.copyOf(subnets);
      securityGroups = List.copyOf(securityGroups);
      if (subnets.isEmpty()) {
        throw new IllegalArgumentException("a subnet at least is needed");
      }
    }
  }

  String cluster() {
    return location.cluster();
  }

  String startedBy() {
    return "tidemill-" + adapter;
  }
}
