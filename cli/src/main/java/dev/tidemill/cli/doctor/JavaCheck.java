package dev.tidemill.cli.doctor;

import java.lang.management.ManagementFactory;
import java.util.List;

/** The JVM and the flags of {@code jvm.options}. */
public final class JavaCheck implements Check {
  private static final int NEEDED = 25;
  private static final List<String> FLAGS =
      List.of(
          "--sun-misc-unsafe-memory-access=allow", "--add-opens=java.base/java.nio=ALL-UNNAMED");

  @Override
  public String name() {
    return "java";
  }

  @Override
  public Finding look() {
    Runtime.Version version = Runtime.version();
    var runtime = Runtime.getRuntime();
    String detail =
        "%s, %d cores, up to %d MiB of heap"
            .formatted(version, runtime.availableProcessors(), runtime.maxMemory() >> 20);
    if (version.feature() != NEEDED) {
      return Finding.fail(detail, "use a JDK 25; TIDEMILL_JAVA_HOME can name one");
    }
    List<String> given = ManagementFactory.getRuntimeMXBean().getInputArguments();
    for (String flag : FLAGS) {
      if (!given.contains(flag)) {
        return Finding.warn(
            detail + "; started without " + flag, "start with ./tidemill, which uses jvm.options");
      }
    }
    return Finding.ok(detail);
  }
}
