package dev.tidemill.promql.testlang;

import dev.tidemill.promql.series.MemorySeries;
import dev.tidemill.promql.testlang.CaseResult.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Runs every {@code *.test} of a folder; the program behind {@code dev/promqltest}. */
public final class TestFolder {
  private TestFolder() {}

  /** Reads the files with one runner. */
  public static FolderReport run(Path folder, ScriptRunner runner) {
    var report = new FolderReport();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.test")) {
      for (Path file : files) {
        report.add(file.getFileName().toString(), runner.run(Files.readString(file)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return report;
  }

  /** Exits with 1 if a case failed, with 2 if there was nothing to run. */
  public static void main(String[] args) {
    if (args.length != 1 || !Files.isDirectory(Path.of(args[0]))) {
      System.err.println("usage: dev/promqltest DIR: runs every *.test of the folder");
      System.exit(2);
    }
    FolderReport report = run(Path.of(args[0]), new ScriptRunner(MemorySeries::new));
    report.failures().forEach(System.out::println);
    System.out.println(report.table());
    long tried = report.count(Outcome.PASSED) + report.count(Outcome.FAILED);
    System.exit(report.count(Outcome.FAILED) > 0 ? 1 : tried == 0 ? 2 : 0);
  }
}
