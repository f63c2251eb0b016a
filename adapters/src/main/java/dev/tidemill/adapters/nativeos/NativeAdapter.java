package dev.tidemill.adapters.nativeos;

import dev.tidemill.adapters.AdapterError;
import dev.tidemill.adapters.DrainRequests;
import dev.tidemill.adapters.GroupSpec;
import dev.tidemill.adapters.ObservedGroup;
import dev.tidemill.adapters.WorkerAdapter;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.scale.GroupId;
import dev.tidemill.scale.GroupState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Groups of processes. For one thread, and one adapter per folder. */
public final class NativeAdapter implements WorkerAdapter {
  private static final Duration REPORTS_WITHIN = Duration.ofMinutes(2);

  private final NativeSettings settings;
  private final DrainRequests requests;
  private final TimeSource time;
  private final Path groups;
  private final Path logs;

  public NativeAdapter(NativeSettings settings, DrainRequests requests, TimeSource time) {
    this.settings = settings;
    this.requests = requests;
    this.time = time;
    groups = settings.folder().resolve("groups");
    logs = settings.folder().resolve("logs");
    try {
      Files.createDirectories(groups);
      Files.createDirectories(logs);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void start(GroupSpec spec) {
    GroupFile file = GroupFile.of(groups, spec.id());
    if (file.exists()) {
      return;
    }
    file.put("capabilities", spec.capabilities()).put("workers", spec.workers());
    enter(file, GroupState.STARTING);
    try {
      for (int i = 0; i < spec.workers(); i++) {
        // Before the process, so that one whose number was never written down is still looked for.
        file.put("intent." + i, time.now()).write();
        Process worker = launch(spec, worker(spec.id(), i));
        file.put("pid." + i, worker.pid());
        worker.info().startInstant().ifPresent(at -> file.put("begun." + worker.pid(), at));
        file.write();
      }
    } catch (IOException refused) {
      // Those that did start are asked to end, and the group has failed when they have.
      file.put("failure", "cannot start %s: %s".formatted(settings.command().getFirst(), refused));
      file.write();
    }
  }

  private Process launch(GroupSpec spec, String worker) throws IOException {
    var builder = new ProcessBuilder(settings.command());
    builder.environment().putAll(settings.environment());
    builder.environment().put("TIDEMILL_WORKER_GROUP", spec.id().value());
    builder.environment().put("TIDEMILL_WORKER_ID", worker);
    builder.environment().put("TIDEMILL_WORKER_CAPABILITIES", spec.capabilities().toString());
    var log = ProcessBuilder.Redirect.appendTo(logs.resolve(worker + ".log").toFile());
    return builder.redirectErrorStream(true).redirectOutput(log).start();
  }

  @Override
  public void drain(GroupId id) {
    find(id)
        .filter(file -> look(file).state().supply())
        .ifPresent(
            file -> {
              enter(file, GroupState.DRAINING);
              requests.drain(id);
            });
  }

  @Override
  public void undrain(GroupId id) {
    find(id)
        .filter(file -> look(file).state() == GroupState.DRAINING)
        .ifPresent(
            file -> {
              requests.undrain(id);
              enter(file, GroupState.RUNNING);
            });
  }

  @Override
  public void remove(GroupId id) {
    find(id)
        .ifPresent(
            file -> {
              if (!look(file).ended()) {
                throw Problem.of(
                        AdapterError.GROUP_NOT_ENDED,
                        id + " still has workers; it was left as it is")
                    .exception();
              }
              file.delete();
            });
  }

  @Override
  public List<ObservedGroup> observe() {
    return GroupFile.all(groups).stream().map(this::look).toList();
  }

  private Optional<GroupFile> find(GroupId id) {
    return GroupFile.all(groups).stream().filter(file -> file.id().equals(id)).findFirst();
  }

  /** Looks at the processes and enters the state they show. */
  private ObservedGroup look(GroupFile file) {
    List<String> living = living(file);
    GroupState known = GroupState.valueOf(file.get("state"));
    GroupState shown =
        switch (known) {
          case STARTING ->
              living.isEmpty()
                  ? GroupState.FAILED
                  : !file.is("failure") && ready(file) ? GroupState.RUNNING : GroupState.STARTING;
          case RUNNING -> living.isEmpty() ? GroupState.FAILED : GroupState.RUNNING;
          case DRAINING -> living.isEmpty() ? GroupState.GONE : GroupState.DRAINING;
          case GONE, FAILED -> known;
        };
    if (shown != known) {
      enter(file, shown);
    }
    // Heals a request that was lost; of a group that could not be started some workers may be
    // there.
    if (shown == GroupState.DRAINING || (shown == GroupState.STARTING && file.is("failure"))) {
      requests.drain(file.id());
    }
    boolean ended = shown == GroupState.GONE || shown == GroupState.FAILED;
    return new ObservedGroup(
        file.id(),
        file.capabilities(),
        shown,
        ended ? List.of() : living,
        file.since(),
        failure(file, shown));
  }

  private @Nullable Problem failure(GroupFile file, GroupState state) {
    if (state != GroupState.FAILED) {
      return null;
    }
    String what =
        file.is("failure") ? file.get("failure") : "its workers ended without being asked to";
    return Problem.of(AdapterError.START_FAILED, "%s: %s".formatted(file.id(), what))
        .next("see the logs %s-*.log in %s".formatted(file.id(), logs));
  }

  private boolean ready(GroupFile file) {
    return requests.ready(file.id()).size() >= file.workers();
  }

  private void enter(GroupFile file, GroupState state) {
    file.put("state", state).put("since", time.now()).write();
  }

  private List<String> living(GroupFile file) {
    List<String> living = new ArrayList<>();
    for (int i = 0; i < file.workers(); i++) {
      boolean lives =
          file.is("pid." + i)
              ? lives(file, Long.parseLong(file.get("pid." + i)))
              : file.is("intent." + i) && !file.is("failure") && mayLive(file, i);
      if (lives) {
        living.add(worker(file.id(), i));
      }
    }
    return living;
  }

  /**
   * The adapter ended between starting a worker and writing down its process. If there is one it
   * reports to the server soon, which knows its process; until then it is thought to be there.
   */
  private boolean mayLive(GroupFile file, int number) {
    OptionalLong found = requests.process(file.id(), worker(file.id(), number));
    if (found.isEmpty()) {
      return time.now().isBefore(Instant.parse(file.get("intent." + number)).plus(REPORTS_WITHIN));
    }
    long pid = found.getAsLong();
    file.put("pid." + number, pid);
    ProcessHandle.of(pid)
        .flatMap(process -> process.info().startInstant())
        .ifPresent(at -> file.put("begun." + pid, at));
    file.write();
    return lives(file, pid);
  }

  /** A process id is used again some day; its start time tells. */
  private static boolean lives(GroupFile file, long pid) {
    Optional<ProcessHandle> process = ProcessHandle.of(pid).filter(ProcessHandle::isAlive);
    String begun = file.get("begun." + pid);
    return process.isPresent()
        && (begun.isEmpty()
            || process
                .flatMap(p -> p.info().startInstant())
                .map(Instant.parse(begun)::equals)
                .orElse(false));
  }

  private static String worker(GroupId id, int number) {
    return "%s-%d".formatted(id, number);
  }
}
