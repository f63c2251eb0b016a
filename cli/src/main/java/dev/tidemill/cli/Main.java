package dev.tidemill.cli;

import java.nio.file.Path;

/** The entry point. */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    var surroundings = new Surroundings(System.out, System.err, System.getenv(), Path.of(""));
    int exit = new Tidemill(surroundings).run(args);
    System.out.flush();
    System.exit(exit);
  }
}
