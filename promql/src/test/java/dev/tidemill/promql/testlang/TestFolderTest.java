package dev.tidemill.promql.testlang;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tidemill.promql.series.Labels;
import dev.tidemill.promql.series.MemorySeries;
import dev.tidemill.promql.series.MergeSorted;
import dev.tidemill.promql.series.Samples;
import dev.tidemill.promql.series.SeriesSource;
import dev.tidemill.promql.testlang.CaseResult.Outcome;
import dev.tidemill.testkit.RepositoryRoot;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("Q1")
class TestFolderTest {

  @Test
  void all_stable_float_cases_of_upstreams_files_pass() {
    FolderReport report = TestFolder.run(upstream(), new ScriptRunner(MemorySeries::new));
    System.out.println(report.table());

    assertThat(report.failures()).isEmpty();
    assertThat(report.count(Outcome.PASSED)).isGreaterThan(800);
  }

  @Test
  @Tag("Q2")
  void they_pass_over_pieces_too() {
    for (int pieces : new int[] {2, 3}) {
      var runner = new ScriptRunner(series -> cut(series, pieces));
      assertThat(TestFolder.run(upstream(), runner).failures()).isEmpty();
    }
  }

  @Test
  void all_cases_of_the_projects_own_files_pass() {
    Path folder =
        RepositoryRoot.path().resolve(Path.of("promql", "src", "test", "resources", "promqltest"));
    FolderReport report = TestFolder.run(folder, new ScriptRunner(MemorySeries::new));
    System.out.println(report.table());

    assertThat(report.failures()).isEmpty();
    assertThat(report.count(Outcome.SKIPPED)).isZero();
    assertThat(report.count(Outcome.PASSED)).isGreaterThan(100);
  }

  private static Path upstream() {
    Path beside = Objects.requireNonNull(RepositoryRoot.path().toAbsolutePath().getParent());
    Path folder = beside.resolve(Path.of("shared", "promqltest"));
    if (!Files.isDirectory(folder)) {
      // A checkout may lie one level deeper than the folder that it shares with others.
      folder = Objects.requireNonNull(beside.getParent()).resolve(Path.of("shared", "promqltest"));
    }
    boolean there = Files.isDirectory(folder);
    if (!there) {
      System.out.println("skipped: there is no shared/promqltest beside the repository");
    }
    assumeTrue(there, "there is no shared/promqltest beside the repository");
    return folder;
  }

  /** Sample after sample dealt out, so that every window spans a seam. */
  private static SeriesSource cut(Map<Labels, Samples> series, int pieces) {
    List<Map<Labels, Samples>> parts = new ArrayList<>();
    for (int piece = 0; piece < pieces; piece++) {
      var part = new HashMap<Labels, Samples>();
      for (var entry : series.entrySet()) {
        Samples whole = entry.getValue();
        int first = piece;
        int[] indexes = IntStream.range(0, whole.size()).filter(i -> i % pieces == first).toArray();
        part.put(
            entry.getKey(),
            Samples.of(
                Arrays.stream(indexes).mapToLong(whole::timestamp).toArray(),
                Arrays.stream(indexes).mapToDouble(whole::value).toArray()));
      }
      parts.add(part);
    }
    return new MergeSorted(parts.stream().map(MemorySeries::new).toList());
  }
}
