package dev.tidemill.adapters.ecs;

import dev.tidemill.adapters.AdapterError;
import dev.tidemill.adapters.GroupSpec;
import dev.tidemill.adapters.instance.Instance;
import dev.tidemill.adapters.instance.InstancePlatform;
import dev.tidemill.adapters.instance.LaunchRefused;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.scale.CapabilitySet;
import dev.tidemill.scale.GroupId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.ecs.EcsClient;
import software.amazon.awssdk.services.ecs.model.DesiredStatus;
import software.amazon.awssdk.services.ecs.model.EcsException;
import software.amazon.awssdk.services.ecs.model.Failure;
import software.amazon.awssdk.services.ecs.model.KeyValuePair;
import software.amazon.awssdk.services.ecs.model.RunTaskResponse;
import software.amazon.awssdk.services.ecs.model.Task;
import software.amazon.awssdk.services.ecs.model.TaskField;

/** Tasks of one cluster that this adapter started. */
final class TaskPlatform implements InstancePlatform {
  static final String DRAINING = "tidemill:draining";

  /** As many as ECS describes at once. */
  private static final int BATCH = 100;

  private final EcsClient client;
  private final EcsSettings settings;
  private final Map<String, Integer> refusals = new HashMap<>();

  TaskPlatform(EcsClient client, EcsSettings settings) {
    this.client = client;
    this.settings = settings;
  }

  /** Running ones first: one that stops meanwhile is then among the stopped. */
  @Override
  public List<Instance> list() {
    Set<String> names = new LinkedHashSet<>(names(DesiredStatus.RUNNING));
    names.addAll(names(DesiredStatus.STOPPED));
    List<String> all = List.copyOf(names);
    List<Instance> instances = new ArrayList<>();
    for (int from = 0; from < all.size(); from += BATCH) {
      List<String> some = all.subList(from, Math.min(all.size(), from + BATCH));
      ask("tasks could not be described", () -> describe(some)).stream()
          .flatMap(task -> instance(task).stream())
          .forEach(instances::add);
    }
    return instances;
  }

  private List<String> names(DesiredStatus status) {
    return ask(
        "tasks could not be listed",
        () ->
            client
                .listTasksPaginator(
                    r ->
                        r.cluster(settings.cluster())
                            .startedBy(settings.startedBy())
                            .desiredStatus(status))
                .stream()
                .flatMap(page -> page.taskArns().stream())
                .toList());
  }

  private List<Task> describe(List<String> names) {
    return client
        .describeTasks(r -> r.cluster(settings.cluster()).tasks(names).include(TaskField.TAGS))
        .tasks();
  }

  private Optional<Instance> instance(Task task) {
    Map<String, String> environment =
        task.overrides() == null
            ? Map.of()
            : task.overrides().containerOverrides().stream()
                .filter(c -> settings.container().equals(c.name()))
                .flatMap(c -> c.environment().stream())
                .collect(Collectors.toMap(KeyValuePair::name, KeyValuePair::value, (a, _) -> a));
    String group = environment.get(TaskRequest.GROUP);
    String worker = environment.get(TaskRequest.WORKER);
    if (group == null || worker == null) {
      return Optional.empty();
    }
    String capabilities = environment.getOrDefault(TaskRequest.CAPABILITIES, "");
    boolean draining = task.tags().stream().anyMatch(tag -> DRAINING.equals(tag.key()));
    return Optional.of(
        new Instance(
            new GroupId(group),
            worker,
            capabilities.isEmpty() ? CapabilitySet.NONE : CapabilitySet.of(capabilities.split(",")),
            draining,
            TaskLife.of(task),
            new Instance.Handle("task " + worker, task.taskArn(), "")));
  }

  @Override
  public void launch(GroupSpec spec, int number) throws LaunchRefused {
    String worker = InstancePlatform.worker(spec.id(), number);
    int attempt = refusals.getOrDefault(worker, 0);
    RunTaskResponse answer;
    try {
      answer = client.runTask(TaskRequest.of(settings, spec, number, attempt));
    } catch (EcsException refused) {
      if (Refusals.certain(refused)) {
        throw new LaunchRefused(
            "task %s is refused: %s".formatted(worker, refused.getMessage()), false);
      }
      throw unanswered("it is not known whether task %s was started".formatted(worker), refused);
    } catch (SdkException silent) {
      throw unanswered("it is not known whether task %s was started".formatted(worker), silent);
    }
    if (answer.tasks().isEmpty()) {
      // Said no, so another request is needed to be heard again.
      refusals.put(worker, attempt + 1);
      throw new LaunchRefused(
          "task %s was not placed: %s".formatted(worker, Refusals.words(answer.failures())),
          answer.failures().stream().map(Failure::reason).allMatch(Refusals::full));
    }
    refusals.remove(worker);
  }

  @Override
  public void mark(Instance task, boolean draining) {
    String arn = task.handle().uid();
    try {
      if (draining) {
        client.tagResource(r -> r.resourceArn(arn).tags(TaskRequest.tag(DRAINING, "true")));
      } else {
        client.untagResource(r -> r.resourceArn(arn).tagKeys(DRAINING));
      }
    } catch (EcsException refused) {
      // One that has stopped meanwhile takes no tags.
      if (!Refusals.certain(refused) || Refusals.denied(refused)) {
        throw unanswered("%s could not be marked".formatted(task.handle().name()), refused);
      }
    } catch (SdkException silent) {
      throw unanswered("%s could not be marked".formatted(task.handle().name()), silent);
    }
  }

  /** ECS forgets what has ended by itself. */
  @Override
  public void discard(Instance task) {
    if (!task.ended()) {
      ask(
          "%s could not be stopped".formatted(task.handle().name()),
          () ->
              client.stopTask(
                  r ->
                      r.cluster(settings.cluster())
                          .task(task.handle().uid())
                          .reason("not needed any more, and has not begun")));
    }
  }

  /** ECS promises no time; this is far beyond what it takes. */
  @Override
  public Duration settling() {
    return Duration.ofMinutes(1);
  }

  @Override
  public String advice(GroupId group) {
    return "aws ecs list-tasks --cluster %s --started-by %s --desired-status STOPPED"
        .formatted(settings.cluster(), settings.startedBy());
  }

  private static <T> T ask(String otherwise, Supplier<T> question) {
    try {
      return question.get();
    } catch (SdkException silent) {
      throw unanswered(otherwise, silent);
    }
  }

  static TidemillException unanswered(String what, SdkException e) {
    boolean denied = e instanceof EcsException refused && Refusals.denied(refused);
    Problem problem =
        Problem.of(
                denied ? AdapterError.PLATFORM_DENIED : AdapterError.PLATFORM_UNAVAILABLE,
                "ECS: " + what)
            .cause(String.valueOf(e.getMessage()));
    return (denied ? problem.next("give the adapter the policy in docs/scaling.md") : problem)
        .exception(e);
  }
}
