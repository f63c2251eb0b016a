package dev.tidemill.adapters.nativeos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.tidemill.adapters.DrainRequests;
import dev.tidemill.adapters.GroupSpec;
import dev.tidemill.adapters.ObservedGroup;
import dev.tidemill.adapters.WorkerAdapter;
import dev.tidemill.adapters.WorkerAdapterContract;
import dev.tidemill.core.time.SimulatedTime;
import dev.tidemill.scale.CapabilitySet;
import dev.tidemill.scale.GroupId;
import dev.tidemill.scale.GroupState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With real processes: a script that reports, and ends when asked to and not busy. */
class NativeAdapterTest extends WorkerAdapterContract {
  private static final GroupId G = new GroupId("g");

  private static final String WORKER =
      """
      #!/bin/sh
      echo "worker $TIDEMILL_WORKER_ID can do $TIDEMILL_WORKER_CAPABILITIES"
      echo $$ > "$DESK/$TIDEMILL_WORKER_ID.new"
      mv "$DESK/$TIDEMILL_WORKER_ID.new" "$DESK/$TIDEMILL_WORKER_ID.ready"
      while [ ! -e "$DESK/$TIDEMILL_WORKER_GROUP.drain" ] || [ -e "$DESK/$TIDEMILL_WORKER_GROUP.busy" ]; do
        sleep 0.05
      done
      """;

  private final SimulatedTime time = new SimulatedTime(Instant.EPOCH);
  private final Path folder;
  private final Path desk;
  private final Path script;
  private NativeAdapter adapter;

  NativeAdapterTest(@TempDir Path folder) throws IOException {
    this.folder = folder;
    desk = Files.createDirectory(folder.resolve("desk"));
    script = folder.resolve("worker.sh");
    Files.writeString(script, WORKER);
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    adapter = incarnation(folder, desk, script, time);
  }

  /** What a test left running. */
  @AfterEach
  void end() {
    workers("").forEach(ProcessHandle::destroyForcibly);
  }

  private NativeAdapter incarnation() {
    return incarnation(folder, desk, script, time);
  }

  private static NativeAdapter incarnation(
      Path folder, Path desk, Path script, SimulatedTime time) {
    var settings =
        new NativeSettings(
            List.of(script.toString()), folder.resolve("state"), Map.of("DESK", desk.toString()));
    return new NativeAdapter(settings, new DeskRequests(desk), time);
  }

  @Override
  protected WorkerAdapter adapter() {
    return adapter;
  }

  @Override
  protected void occupy(GroupId id) {
    write(desk.resolve(id + ".busy"));
  }

  @Override
  protected void release(GroupId id) {
    delete(desk.resolve(id + ".busy"));
  }

  @Override
  protected void crash(GroupId id) {
    workers(id + "-").forEach(ProcessHandle::destroyForcibly);
  }

  @Override
  protected void refuseStarts() {
    delete(script);
  }

  @Test
  void workers_outlive_their_adapter_and_the_next_one_finds_them() {
    running();
    occupy(G);
    adapter = incarnation();

    ObservedGroup found = adapter.observe().getFirst();
    assertThat(found.state()).isEqualTo(GroupState.RUNNING);
    assertThat(found.workers()).containsExactly("g-0", "g-1");
    adapter.drain(G);
    adapter = incarnation();
    assertThat(adapter.observe().getFirst().state()).isEqualTo(GroupState.DRAINING);
    release(G);
    await().atMost(Duration.ofSeconds(60)).until(() -> state() == GroupState.GONE);
  }

  @Test
  void a_drain_that_was_lost_is_asked_for_again() {
    running();
    adapter.drain(G);
    occupy(G);
    delete(desk.resolve("g.drain"));
    adapter.observe();

    assertThat(desk.resolve("g.drain")).exists();
    release(G);
    await().atMost(Duration.ofSeconds(60)).until(() -> state() == GroupState.GONE);
  }

  @Test
  void workers_are_told_who_they_are_and_their_logs_stay() throws IOException {
    running();
    adapter.drain(G);
    await().atMost(Duration.ofSeconds(60)).until(() -> state() == GroupState.GONE);
    adapter.remove(G);

    assertThat(Files.readString(folder.resolve("state/logs/g-1.log")))
        .isEqualTo("worker g-1 can do linux\n");
  }

  @Test
  void of_a_group_that_started_only_in_part_nobody_is_left_behind() throws IOException {
    running();
    occupy(G);
    remember(
        file -> {
          file.setProperty("state", "STARTING");
          file.setProperty("workers", "3");
          file.setProperty("failure", "cannot start the third");
        });

    assertThat(state()).as("two of three still work").isEqualTo(GroupState.STARTING);
    assertThatThrownBy(() -> adapter.remove(G)).hasMessageContaining("still has workers");
    assertThat(desk.resolve("g.drain")).as("they are asked to end").exists();
    release(G);
    await().atMost(Duration.ofSeconds(60)).until(() -> state() == GroupState.FAILED);
    assertThat(workers("g-")).isEmpty();
  }

  @Test
  void a_worker_whose_process_was_never_written_down_is_found_by_its_report() throws IOException {
    running();
    remember(
        file -> {
          file.setProperty("state", "STARTING");
          file.remove("pid.0");
        });
    adapter = incarnation();

    assertThat(adapter.observe().getFirst().workers()).containsExactly("g-0", "g-1");
    assertThat(state()).isEqualTo(GroupState.RUNNING);
    adapter.drain(G);
    await().atMost(Duration.ofSeconds(60)).until(() -> state() == GroupState.GONE);
  }

  @Test
  void one_that_was_meant_to_start_and_never_reports_is_given_up_in_the_end() throws IOException {
    running();
    remember(
        file -> {
          file.setProperty("state", "STARTING");
          file.setProperty("workers", "3");
          file.setProperty("intent.2", Instant.EPOCH.toString());
        });
    assertThat(adapter.observe().getFirst().workers()).contains("g-2");
    time.advance(Duration.ofMinutes(3));
    assertThat(adapter.observe().getFirst().workers()).containsExactly("g-0", "g-1");
  }

  @Test
  void two_adapters_of_one_folder_are_refused() {
    try (var first = FolderLock.take(folder.resolve("locked"))) {
      assertThatThrownBy(() -> FolderLock.take(folder.resolve("locked")))
          .hasMessageContaining("another adapter works in");
    }
    FolderLock.take(folder.resolve("locked")).close();
  }

  /** As an earlier incarnation might have left it. */
  private void remember(Consumer<Properties> change) throws IOException {
    Path file = folder.resolve("state/groups/g.group");
    var values = new Properties();
    try (var in = Files.newInputStream(file)) {
      values.load(in);
    }
    change.accept(values);
    try (var out = Files.newOutputStream(file)) {
      values.store(out, null);
    }
  }

  private void running() {
    adapter.start(new GroupSpec(G, CapabilitySet.of("linux"), 2));
    await().atMost(Duration.ofSeconds(60)).until(() -> state() == GroupState.RUNNING);
  }

  private GroupState state() {
    return adapter.observe().getFirst().state();
  }

  private List<ProcessHandle> workers(String prefix) {
    try (Stream<Path> files = Files.list(desk)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith(prefix))
          .filter(file -> file.toString().endsWith(".ready"))
          .map(NativeAdapterTest::read)
          .flatMap(pid -> ProcessHandle.of(Long.parseLong(pid.strip())).stream())
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Requests as files that the script looks at. */
  private record DeskRequests(Path desk) implements DrainRequests {
    @Override
    public void drain(GroupId group) {
      write(desk.resolve(group + ".drain"));
    }

    @Override
    public void undrain(GroupId group) {
      delete(desk.resolve(group + ".drain"));
    }

    @Override
    public OptionalLong process(GroupId group, String worker) {
      Path report = desk.resolve(worker + ".ready");
      return Files.exists(report)
          ? OptionalLong.of(Long.parseLong(read(report).strip()))
          : OptionalLong.empty();
    }

    @Override
    public Set<String> ready(GroupId group) {
      try (Stream<Path> files = Files.list(desk)) {
        return files
            .map(file -> file.getFileName().toString())
            .filter(name -> name.startsWith(group + "-") && name.endsWith(".ready"))
            .collect(Collectors.toSet());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static String read(Path path) {
    try {
      return Files.readString(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void write(Path path) {
    try {
      Files.writeString(path, "");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path path) {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
