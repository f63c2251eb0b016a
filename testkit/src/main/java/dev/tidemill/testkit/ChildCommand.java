package dev.tidemill.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a child process is to run. Each method adds to it and returns it; not thread-safe. */
public final class ChildCommand {
  private final List<String> before;
  private final List<String> after = new ArrayList<>();
  private final Map<String, String> environment = new LinkedHashMap<>();
  private final List<String> unset = new ArrayList<>();
  private Path folder = Path.of("").toAbsolutePath();

  ChildCommand(List<String> before) {
    this.before = new ArrayList<>(before);
  }

  /** A JVM like this one: same Java, same class path, the flags of {@code jvm.options}. */
  static ChildCommand jvm(Class<?> main) {
    // Surefire starts this JVM with a jar that only points at the class path.
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    ChildCommand command =
        new ChildCommand(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "@" + RepositoryRoot.path().resolve("jvm.options"),
                "-Dtidemill.root=" + RepositoryRoot.path()));
    command.after.addAll(List.of("-cp", classPath, main.getName()));
    return command;
  }

  /** Flags between {@code java} and the main class, as {@code -Xmx64m}. */
  public ChildCommand flags(String... flags) {
    before.addAll(List.of(flags));
    return this;
  }

  public ChildCommand arguments(String... arguments) {
    after.addAll(List.of(arguments));
    return this;
  }

  public ChildCommand environment(String variable, String value) {
    environment.put(variable, value);
    return this;
  }

  /** Leaves a variable of this JVM's environment out. */
  public ChildCommand without(String variable) {
    unset.add(variable);
    return this;
  }

  public ChildCommand in(Path workingFolder) {
    folder = workingFolder;
    return this;
  }

  public ChildProcess start() {
    List<String> command = new ArrayList<>(before);
    command.addAll(after);
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    unset.forEach(builder.environment()::remove);
    builder.environment().putAll(environment);
    try {
      return new ChildProcess(command, builder.start());
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot start " + String.join(" ", command), e);
    }
  }
}
