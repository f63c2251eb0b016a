package dev.tidemill.adapters.ecs;

import dev.tidemill.adapters.instance.PretendedWorkers;
import dev.tidemill.scale.AdapterId;
import dev.tidemill.scale.GroupId;
import java.util.List;
import java.util.Map;

/** TEST DOUBLE: what starts becomes ready, what was asked to end and is idle ends. */
final class PretendedTasks {
  private final StubEcs ecs;
  private final PretendedWorkers workers;

  PretendedTasks(StubEcs ecs, PretendedWorkers workers) {
    this.ecs = ecs;
    this.workers = workers;
  }

  static EcsSettings settings(StubEcs ecs) {
    return new EcsSettings(
        new AdapterId("cloud"),
        location(ecs),
        "tidemill-worker:3",
        "worker",
        List.of("worker", "start"),
        Map.of("TIDEMILL_SERVER", "http://tidemill:3001"),
        new EcsSettings.Capacity.LaunchType("FARGATE"),
        new EcsSettings.Network(List.of("subnet-1"), List.of("sg-1"), false),
        EcsSettings.CAPACITY_PATIENCE);
  }

  static EcsSettings.Location location(StubEcs ecs) {
    System.setProperty("aws.accessKeyId", "nobody");
    System.setProperty("aws.secretAccessKey", "nothing");
    return new EcsSettings.Location("main", "eu-west-1", ecs.endpoint());
  }

  void progress() {
    ecs.each(
        task -> {
          var group = new GroupId(StubEcs.environment(task, TaskRequest.GROUP));
          String status = task.path("lastStatus").asText();
          if (status.equals("PROVISIONING")) {
            task.put("lastStatus", "RUNNING");
            workers.report(group, StubEcs.environment(task, TaskRequest.WORKER));
          } else if (status.equals("RUNNING") && workers.exits(group)) {
            StubEcs.stop(task, "Essential container in task exited");
          }
        });
  }

  void crash(GroupId group) {
    ecs.each(
        task -> {
          if (StubEcs.environment(task, TaskRequest.GROUP).equals(group.value())) {
            StubEcs.stop(task, "OutOfMemoryError: container killed");
          }
        });
  }
}
