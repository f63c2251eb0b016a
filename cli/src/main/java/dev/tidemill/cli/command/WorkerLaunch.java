package dev.tidemill.cli.command;

import dev.tidemill.cli.Main;
import java.io.File;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The command that starts this program again, as a worker. */
final class WorkerLaunch {
  private WorkerLaunch() {}

  /**
   * With the same Java, flags and classes, in a session of its own where the system has the means:
   * Ctrl-C in the adapter's terminal must not reach workers.
   */
  static List<String> command(List<String> arguments) {
    var command = new ArrayList<String>();
    Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .filter(folder -> !folder.isEmpty())
        .map(folder -> Path.of(folder, "setsid"))
        .filter(Files::isExecutable)
        .findFirst()
        .ifPresent(setsid -> command.add(setsid.toString()));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(Main.class.getName());
    command.add("worker");
    command.add("start");
    command.addAll(arguments);
    return command;
  }
}
