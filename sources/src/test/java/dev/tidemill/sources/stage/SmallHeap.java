package dev.tidemill.sources.stage;

import dev.tidemill.core.error.TidemillException;
import java.nio.file.Path;

/** Stages tables in a JVM whose heap is as small as its flags say, and prints what came of each. */
final class SmallHeap {
  private SmallHeap() {}

  /** A folder, and addresses. */
  public static void main(String[] args) throws Exception {
    for (int i = 1; i < args.length; i++) {
      try (var staging = new StagingFixture(Path.of(args[0]).resolve("" + i), 1_000_000)) {
        System.out.println("staged " + staging.all(StagingFixture.plan(args[i])).rows());
      } catch (TidemillException e) {
        System.out.println("refused " + e.code() + " " + e.problem().message());
      }
    }
    System.out.println("end");
    Runtime.getRuntime().halt(0);
  }
}
