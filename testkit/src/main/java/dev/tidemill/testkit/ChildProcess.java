package dev.tidemill.testkit;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A process that a test starts, reads, signals and kills. Its last 10,000 lines are kept. It ends
 * at close, and does not outlive this JVM. Thread-safe.
 */
public final class ChildProcess implements AutoCloseable {
  private static final int LINES_KEPT = 10_000;
  private static final Duration LAST_WORDS = Duration.ofSeconds(5);

  private final List<String> command;
  private final Process process;
  private final OutputLines lines = new OutputLines(LINES_KEPT);

  ChildProcess(List<String> command, Process process) {
    this.command = command;
    this.process = process;
    ChildReaper.watch(process);
    String name = "child-" + process.pid();
    OutputReader.start(lines, OutputLines.Stream.OUT, process.getInputStream(), name);
    OutputReader.start(lines, OutputLines.Stream.ERR, process.getErrorStream(), name);
  }

  /** A JVM with this one's class path and the flags of {@code jvm.options}; not started yet. */
  public static ChildCommand jvm(Class<?> main) {
    return ChildCommand.jvm(main);
  }

  /** Any program; not started yet. */
  public static ChildCommand command(String... command) {
    return new ChildCommand(List.of(command));
  }

  public long pid() {
    return process.pid();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  public OutputStream stdin() {
    return process.getOutputStream();
  }

  /**
   * Waits for a line on stdout or stderr in which the pattern is found, lines of the past included.
   * Fails with the child's last lines when none came in time or the child ended without one.
   */
  public MatchResult awaitLine(String regex, Duration limit) {
    @Nullable MatchResult found = null;
    try {
      found = lines.await(Pattern.compile(regex), limit);
    } catch (InterruptedException e) {
      throw interrupted("waiting for a line like " + regex, e);
    }
    if (found == null) {
      throw new AssertionError(describe("wrote no line like '" + regex + "' in " + limit));
    }
    return found;
  }

  /** Waits for the end, and for the last of its output, and returns the exit code. */
  public int awaitExit(Duration limit) {
    try {
      if (!process.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS)) {
        throw new AssertionError(describe("did not end in " + limit));
      }
      lines.awaitEnd(LAST_WORDS);
      return process.exitValue();
    } catch (InterruptedException e) {
      throw interrupted("waiting for its end", e);
    }
  }

  public List<String> stdout() {
    return lines.kept(OutputLines.Stream.OUT);
  }

  public List<String> stderr() {
    return lines.kept(OutputLines.Stream.ERR);
  }

  public void sigterm() {
    signal("TERM");
  }

  public void sigkill() {
    signal("KILL");
  }

  public void sigstop() {
    signal("STOP");
  }

  public void sigcont() {
    signal("CONT");
  }

  /** Kills it and everything it started, and waits until it is gone. */
  @Override
  public void close() {
    List<ProcessHandle> below = process.descendants().toList();
    process.destroyForcibly();
    below.forEach(ProcessHandle::destroyForcibly);
    awaitExit(Duration.ofSeconds(30));
  }

  private void signal(String name) {
    if (!process.isAlive()) {
      return; // its pid may be somebody else's by now
    }
    try {
      Process kill = new ProcessBuilder("kill", "-" + name, "" + process.pid()).start();
      if (!kill.waitFor(30, TimeUnit.SECONDS)) {
        throw new IllegalStateException("kill -" + name + " hangs");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw interrupted("sending SIG" + name, e);
    }
  }

  private IllegalStateException interrupted(String doing, InterruptedException e) {
    Thread.currentThread().interrupt();
    return new IllegalStateException(describe("interrupted while " + doing), e);
  }

  private String describe(String what) {
    List<String> all = lines.kept(null);
    List<String> tail = all.subList(Math.max(0, all.size() - 50), all.size());
    String state = process.isAlive() ? "still runs" : "ended with " + process.exitValue();
    return "%s (pid %d, %s) %s; its last lines:%n%s"
        .formatted(command.getFirst(), pid(), state, what, String.join("\n", tail));
  }
}
