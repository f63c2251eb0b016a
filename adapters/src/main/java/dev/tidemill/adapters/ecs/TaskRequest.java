package dev.tidemill.adapters.ecs;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemill.adapters.GroupSpec;
import dev.tidemill.adapters.instance.InstancePlatform;
import java.util.List;
import java.util.TreeMap;
import java.util.UUID;
import software.amazon.awssdk.services.ecs.model.AssignPublicIp;
import software.amazon.awssdk.services.ecs.model.CapacityProviderStrategyItem;
import software.amazon.awssdk.services.ecs.model.ContainerOverride;
import software.amazon.awssdk.services.ecs.model.KeyValuePair;
import software.amazon.awssdk.services.ecs.model.RunTaskRequest;
import software.amazon.awssdk.services.ecs.model.Tag;

/** How a worker is asked for. Pure. */
final class TaskRequest {
  static final String GROUP = "TIDEMILL_WORKER_GROUP";
  static final String WORKER = "TIDEMILL_WORKER_ID";
  static final String CAPABILITIES = "TIDEMILL_WORKER_CAPABILITIES";

  private TaskRequest() {}

  /**
   * @param attempt grows when ECS has said no; the same again gives the same task
   */
  static RunTaskRequest of(EcsSettings settings, GroupSpec spec, int number, int attempt) {
    String worker = InstancePlatform.worker(spec.id(), number);
    var environment = new TreeMap<>(settings.environment());
    environment.put(GROUP, spec.id().value());
    environment.put(WORKER, worker);
    environment.put(CAPABILITIES, spec.capabilities().toString());
    var container =
        ContainerOverride.builder()
            .name(settings.container())
            .environment(
                environment.entrySet().stream()
                    .map(e -> KeyValuePair.builder().name(e.getKey()).value(e.getValue()).build())
                    .toList());
    if (!settings.command().isEmpty()) {
      container.command(settings.command());
    }
    var request =
        RunTaskRequest.builder()
            .cluster(settings.cluster())
            .taskDefinition(settings.taskDefinition())
            .count(1)
            .startedBy(settings.startedBy())
            .clientToken(token(settings, worker, attempt))
            .overrides(o -> o.containerOverrides(container.build()))
            .tags(
                List.of(
                    tag("tidemill:adapter", settings.adapter().value()),
                    tag("tidemill:group", spec.id().value()),
                    tag("tidemill:worker", worker)));
    place(request, settings);
    return request.build();
  }

  private static void place(RunTaskRequest.Builder request, EcsSettings settings) {
    switch (settings.capacity()) {
      case EcsSettings.Capacity.LaunchType type -> request.launchType(type.name());
      case EcsSettings.Capacity.Provider provider ->
          request.capacityProviderStrategy(
              CapacityProviderStrategyItem.builder()
                  .capacityProvider(provider.name())
                  .weight(1)
                  .build());
      case EcsSettings.Capacity.ClusterDefault _ -> {}
    }
    EcsSettings.Network network = settings.network();
    if (network != null) {
      request.networkConfiguration(
          n ->
              n.awsvpcConfiguration(
                  vpc ->
                      vpc.subnets(network.subnets())
                          .securityGroups(network.securityGroups())
                          .assignPublicIp(
                              network.publicIp()
                                  ? AssignPublicIp.ENABLED
                                  : AssignPublicIp.DISABLED)));
    }
  }

  private static String token(EcsSettings settings, String worker, int attempt) {
    String whole = "%s/%s/%s/%d".formatted(settings.cluster(), settings.adapter(), worker, attempt);
    return UUID.nameUUIDFromBytes(whole.getBytes(UTF_8)).toString();
  }

  static Tag tag(String key, String value) {
    return Tag.builder().key(key).value(value).build();
  }
}
