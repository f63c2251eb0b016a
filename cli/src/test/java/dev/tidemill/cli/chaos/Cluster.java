package dev.tidemill.cli.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tidemill.cli.Main;
import dev.tidemill.cli.node.Seams;
import dev.tidemill.cli.settings.Settings;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.core.job.JobType;
import dev.tidemill.core.job.Queue;
import dev.tidemill.core.job.RunId;
import dev.tidemill.core.time.SystemTime;
import dev.tidemill.jobs.Attempt;
import dev.tidemill.jobs.JobFilter;
import dev.tidemill.jobs.JobSpec;
import dev.tidemill.jobs.JobView;
import dev.tidemill.jobs.Page;
import dev.tidemill.jobs.RunSpec;
import dev.tidemill.jobs.RunView;
import dev.tidemill.jobs.state.RunStatus;
import dev.tidemill.testkit.ChildProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Processes of the program on one store, with short leases, and the test's own view of it. */
final class Cluster implements AutoCloseable {
  static final Duration LONG = Duration.ofSeconds(90);

  final Effects effects;
  final Seams seams;
  private final Path folder;
  private final Map<String, String> environment = new LinkedHashMap<>();
  private final List<ChildProcess> processes = new ArrayList<>();

  Cluster(String store, String queue, Path folder) {
    this.folder = folder;
    this.effects = new Effects(folder.resolve("effects.txt"));
    environment.put("TIDEMILL_STORE", store);
    environment.put("TIDEMILL_QUEUE", queue);
    environment.put("TIDEMILL_WORKER_LEASE", "3s");
    environment.put("TIDEMILL_WORKER_HEARTBEAT", "1s");
    environment.put("TIDEMILL_REAPER_INTERVAL", "1s");
    environment.put("TIDEMILL_WORKER_DEGRADE", "false");
    this.seams =
        Seams.open(
            Settings.load(Map.of(), environment, folder), new SystemTime(), Seams.Migrate.YES);
  }

  Path folder() {
    return folder;
  }

  void set(String variable, String value) {
    environment.put(variable, value);
  }

  /** Starts a process and waits until it says that it runs. */
  ChildProcess start(String... arguments) {
    ChildProcess process = launch(arguments);
    process.awaitLine(".*(takes jobs from|listens on|is up).*", LONG);
    return process;
  }

  ChildProcess launch(String... arguments) {
    var command =
        ChildProcess.jvm(Main.class).flags("-Xmx256m", "-XX:TieredStopAtLevel=1").in(folder);
    environment.forEach(command::environment);
    ChildProcess process = command.arguments(arguments).start();
    processes.add(process);
    return process;
  }

  ChildProcess worker(String name) {
    return worker(name, 4);
  }

  ChildProcess worker(String name, int slots) {
    return start(workerArguments(name, slots));
  }

  static String[] workerArguments(String name, int slots) {
    return new String[] {
      "worker", "start", "--name", name, "--http-port", "0", "--slots", String.valueOf(slots)
    };
  }

  RunId submit(int count, Duration each) {
    var jobs = new ArrayList<JobSpec>();
    for (int i = 0; i < count; i++) {
      String payload =
          "{\"file\":\"%s\",\"number\":%d,\"ms\":%d}".formatted(effects.file(), i, each.toMillis());
      jobs.add(JobSpec.of(JobType.of("effect"), payload).limits(new EffectHandler().limits()));
    }
    return seams.intake().submit(RunSpec.of("chaos", jobs)).run();
  }

  RunView ended(RunId run) {
    return ended(run, LONG);
  }

  RunView ended(RunId run, Duration limit) {
    await()
        .atMost(limit)
        .ignoreExceptionsMatching(e -> e instanceof TidemillException)
        .until(() -> seams.intake().find(run).orElseThrow().status().ended());
    return seams.intake().find(run).orElseThrow();
  }

  List<JobView> jobs(RunId run) {
    return seams.intake().jobs(JobFilter.of(run), Page.first(10_000));
  }

  void awaitEffects(String what, int count) {
    await().atMost(LONG).until(() -> effects.of(what).size() >= count);
  }

  /** The answer: each job has exactly one end that counts, and that one really took place. */
  void assertEachDoneOnce(RunId run, int count) {
    assertEachDoneOnce(run, count, LONG);
  }

  void assertEachDoneOnce(RunId run, int count, Duration limit) {
    RunView view = ended(run, limit);
    assertThat(view.status()).isEqualTo(RunStatus.COMPLETED);
    List<JobView> jobs = jobs(run);
    assertThat(jobs).hasSize(count);
    for (JobView job : jobs) {
      List<Attempt> completed =
          seams.intake().attempts(job.id()).stream()
              .filter(attempt -> attempt.outcome().equals("completed"))
              .toList();
      assertThat(completed).as("%s", job.id()).hasSize(1);
      long epoch = completed.getFirst().epoch().value();
      assertThat(job.result()).isEqualTo("{\"epoch\":%d}".formatted(epoch));
      assertThat(effects.of("ended"))
          .as("the execution of %s that counts took place", job.id())
          .anyMatch(trace -> trace.number() == job.ordinal() && trace.epoch() == epoch);
    }
  }

  void ring() {
    seams.permits().ring(Queue.EXEC);
  }

  @Override
  public void close() {
    processes.forEach(ChildProcess::close);
    seams.close();
  }
}
