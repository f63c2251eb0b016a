package dev.tidemill.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestTag;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Writes a line for each test that ends: module, class, test, tags, result, reason, milliseconds.
 * {@code make status} reads them. Lines are written at once, so that a JVM that dies leaves what it
 * had; only tests run by the build count, not those from an IDE or of {@code make docs}.
 */
public final class RequirementReport implements TestExecutionListener {
  /** Surefire may execute several plans in one JVM: only the first starts the file anew. */
  private static final Set<Path> STARTED = ConcurrentHashMap.newKeySet();

  private final String module;
  private final @Nullable Path file;
  private final Map<String, Long> startedAt = new ConcurrentHashMap<>();
  private @Nullable TestPlan plan;

  public RequirementReport() {
    @Nullable String told = System.getProperty("tidemill.module");
    @Nullable String run = System.getenv("TIDEMILL_TEST_RUN");
    boolean counts = told != null && System.getenv("TIDEMILL_UPDATE_DOCS") == null;
    String suffix = run == null ? ".tsv" : "." + run + ".tsv";
    String name = told + "-" + System.getProperty("tidemill.fork", "1") + suffix;
    module = told == null ? "" : told;
    file = counts ? RepositoryRoot.path().resolve("target/requirements/" + name) : null;
  }

  RequirementReport(String module, Path file) {
    this.module = module;
    this.file = file;
  }

  @Override
  public void testPlanExecutionStarted(TestPlan testPlan) {
    plan = testPlan;
    if (file != null && STARTED.add(file)) {
      try {
        Files.createDirectories(file.resolveSibling("."));
        Files.writeString(file, "");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Override
  public void executionStarted(TestIdentifier test) {
    startedAt.put(test.getUniqueId(), nanos());
  }

  @Override
  public void executionSkipped(TestIdentifier test, String reason) {
    write(test, "skipped", reason, 0);
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    @Nullable Long start = startedAt.remove(test.getUniqueId());
    long millis = start == null ? 0 : (nanos() - start) / 1_000_000;
    String reason = result.getThrowable().map(Throwable::toString).orElse("");
    switch (result.getStatus()) {
      // A class ends well even when its tests do not; each of those has its own line.
      case SUCCESSFUL -> {
        if (test.isTest()) {
          write(test, "passed", "", millis);
        }
      }
      case FAILED -> write(test, "failed", reason, millis);
      case ABORTED -> write(test, "skipped", reason, millis);
    }
  }

  private synchronized void write(TestIdentifier test, String result, String reason, long millis) {
    if (file == null) {
      return;
    }
    String line =
        Stream.of(module, className(test), testName(test), tags(test), result, reason, "" + millis)
            .map(RequirementReport::oneField)
            .collect(Collectors.joining("\t", "", "\n"));
    try {
      Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Tags of the class count for its tests, those made at run time included. */
  private String tags(TestIdentifier test) {
    Set<String> tags = new TreeSet<>();
    @Nullable TestIdentifier at = test;
    while (at != null) {
      at.getTags().stream().map(TestTag::getName).forEach(tags::add);
      at = parent(at);
    }
    return String.join(",", tags);
  }

  private @Nullable TestIdentifier parent(TestIdentifier test) {
    return plan == null ? null : plan.getParent(test).orElse(null);
  }

  private static String className(TestIdentifier test) {
    return switch (test.getSource().orElse(null)) {
      case MethodSource method -> method.getClassName();
      case ClassSource type -> type.getClassName();
      case null, default -> test.getUniqueId();
    };
  }

  private String testName(TestIdentifier test) {
    if (!(test.getSource().orElse(null) instanceof MethodSource method)) {
      return test.getDisplayName();
    }
    @Nullable TestIdentifier parent = parent(test);
    boolean oneOfMany = parent != null && parent.getSource().orElse(null) instanceof MethodSource;
    return oneOfMany
        ? method.getMethodName() + " " + test.getDisplayName()
        : method.getMethodName();
  }

  private static String oneField(String text) {
    String line = text.replaceAll("[\\p{Cc}\\p{Cs}\\p{Z}]+", " ").strip();
    return line.length() <= 300 ? line : line.substring(0, 300) + "…";
  }

  @AllowForbidden("How long a real test took is a real time, and this module is below TimeSource")
  private static long nanos() {
    return System.nanoTime();
  }
}
