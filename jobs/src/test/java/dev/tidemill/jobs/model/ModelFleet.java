package dev.tidemill.jobs.model;

import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.job.JobType;
import dev.tidemill.core.job.Queue;
import dev.tidemill.jobs.Fleet;
import dev.tidemill.jobs.Waiting;
import dev.tidemill.jobs.WorkerView;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** {@link Fleet} of the model. */
final class ModelFleet implements Fleet {
  private final ModelTables tables;

  ModelFleet(ModelTables tables) {
    this.tables = tables;
  }

  @Override
  public List<WorkerView> workers(boolean alsoGone) {
    Stream<ModelWorker> live =
        tables.workers.stream()
            .filter(ModelWorker::live)
            .sorted(Comparator.comparing(worker -> worker.name));
    Stream<ModelWorker> gone =
        tables.workers.stream()
            .filter(worker -> alsoGone && !worker.live())
            .sorted(Comparator.<ModelWorker>comparingLong(worker -> worker.id).reversed())
            .limit(100);
    return Stream.concat(live, gone).map(this::view).toList();
  }

  @Override
  public WorkerView drain(String name) {
    ModelWorker worker = live(name);
    if (worker.drainRequestedAt == null) {
      worker.drainRequestedAt = tables.now();
    }
    return view(worker);
  }

  @Override
  public WorkerView undrain(String name) {
    ModelWorker worker = live(name);
    worker.drainRequestedAt = null;
    return view(worker);
  }

  private record Group(Queue queue, JobType type, List<String> requires) {}

  @Override
  public List<Waiting> waiting() {
    long now = tables.now();
    return tables.jobs.stream()
        .filter(job -> job.due(now))
        .collect(Collectors.groupingBy(job -> new Group(job.queue, job.jobType(), job.requires)))
        .entrySet()
        .stream()
        .map(
            entry -> {
              Group group = entry.getKey();
              long first =
                  entry.getValue().stream().mapToLong(job -> job.notBefore).min().orElse(now);
              boolean known =
                  tables.workers.stream()
                      .anyMatch(
                          worker ->
                              worker.mayClaim()
                                  && worker.knows(group.type.toString(), group.requires));
              return new Waiting(
                  group.queue,
                  group.type,
                  group.requires,
                  entry.getValue().size(),
                  Duration.ofNanos((now - first) * 1000),
                  known);
            })
        .toList();
  }

  private WorkerView view(ModelWorker worker) {
    return worker.view(tables.heldBy(worker.id).size(), tables.now());
  }

  private ModelWorker live(String name) {
    tables.now();
    return tables.workers.stream()
        .filter(worker -> worker.live() && worker.name.equals(name))
        .findFirst()
        .orElseThrow(() -> Problem.of(CoreError.NOT_FOUND, "no worker " + name).exception());
  }
}
