package dev.tidemill.promql.testlang;

import dev.tidemill.promql.testlang.CaseResult.Outcome;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What became of the files of a folder. */
public final class FolderReport {
  private final Map<String, List<CaseResult>> files = new TreeMap<>();

  public void add(String file, List<CaseResult> results) {
    files.put(file, List.copyOf(results));
  }

  public long count(Outcome outcome) {
    return files.values().stream()
        .flatMap(List::stream)
        .filter(r -> r.outcome() == outcome)
        .count();
  }

  /** Of all files, with their names. */
  public List<String> failures() {
    return files.entrySet().stream()
        .flatMap(
            file ->
                file.getValue().stream()
                    .filter(result -> result.outcome() == Outcome.FAILED)
                    .map(result -> file.getKey() + " " + result))
        .toList();
  }

  /** One line per file, then a sum. */
  public String table() {
    var text = new StringBuilder();
    files.forEach((file, results) -> text.append(line(file, results)).append('\n'));
    return text.append(
            "%d passed, %d failed, %d skipped"
                .formatted(count(Outcome.PASSED), count(Outcome.FAILED), count(Outcome.SKIPPED)))
        .toString();
  }

  private static String line(String file, List<CaseResult> results) {
    Map<Outcome, Long> counts =
        results.stream().collect(Collectors.groupingBy(CaseResult::outcome, Collectors.counting()));
    Map<String, Long> reasons =
        results.stream()
            .filter(result -> result.outcome() == Outcome.SKIPPED)
            .collect(
                Collectors.groupingBy(CaseResult::reason, TreeMap::new, Collectors.counting()));
    String why =
        reasons.entrySet().stream()
            .map(reason -> reason.getValue() + " " + reason.getKey())
            .collect(Collectors.joining(", "));
    return "%-28s %4d passed %4d failed %4d skipped%s"
        .formatted(
            file,
            counts.getOrDefault(Outcome.PASSED, 0L),
            counts.getOrDefault(Outcome.FAILED, 0L),
            counts.getOrDefault(Outcome.SKIPPED, 0L),
            why.isEmpty() ? "" : " (" + why + ")");
  }
}
