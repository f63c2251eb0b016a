package dev.tidemill.cli;

import java.nio.file.Path;
import java.util.Set;

/** The entry point. */
public final class Main {
  private Main() {}

  /** Those that run until they are stopped, and say what they do meanwhile. */
  private static final Set<String> DAEMONS = Set.of("up", "server", "worker");

  public static void main(String[] args) {
    if (args.length > 0 && DAEMONS.contains(args[0])) {
      // Read by logback.xml, so before anything can log.
      System.setProperty("tidemill.log", "INFO");
    }
    var surroundings = new Surroundings(System.out, System.err, System.getenv(), Path.of(""));
    int exit = new Tidemill(surroundings).run(args);
    System.out.flush();
    System.exit(exit);
  }
}
