package dev.tidemill.sources.proof;

import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.sources.Snapshot;
import dev.tidemill.sources.SourceError;
import dev.tidemill.sql.SqlColumn;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;

/**
 * A source as it was staged. It exists only whole: each part once, none missing.
 *
 * @param snapshotMoment by the source's own clock, ISO 8601
 */
public record StagedSource(
    String alias,
    List<StagedColumn> columns,
    Snapshot.Kind snapshot,
    String snapshotMoment,
    List<StagedPart> parts) {

  public StagedSource {
    columns = List.copyOf(columns);
    parts = parts.stream().sorted(Comparator.comparingInt(StagedPart::ordinal)).toList();
    var objects = new HashSet<String>();
    for (int i = 0; i < parts.size(); i++) {
      StagedPart part = parts.get(i);
      if (!part.source().equals(alias)) {
        throw wrong(part.name(), "it belongs to %s, not to %s".formatted(part.source(), alias));
      }
      if (part.ordinal() < i || !objects.add(part.object())) {
        throw wrong(part.name(), "it is there twice");
      }
      if (part.ordinal() > i) {
        throw wrong(StagedPart.name(alias, i), "it is missing");
      }
    }
    if (parts.isEmpty()) {
      throw wrong(StagedPart.name(alias, 0), "it is missing");
    }
  }

  /** All that the plan asked for and what came of it. */
  public static StagedSource of(StagedPlan plan, List<StagedPart> parts) {
    var all = new java.util.ArrayList<>(plan.parts());
    all.addAll(parts);
    var source =
        new StagedSource(
            plan.source(), plan.columns(), plan.snapshot(), plan.snapshotMoment(), all);
    if (source.parts().size() < plan.chunks()) {
      throw wrong(StagedPart.name(plan.source(), source.parts().size()), "it is missing");
    }
    if (source.parts().size() > plan.chunks()) {
      throw wrong(StagedPart.name(plan.source(), plan.chunks()), "nobody planned it");
    }
    return source;
  }

  public List<SqlColumn> sqlColumns() {
    return columns.stream().map(StagedColumn::column).toList();
  }

  public long rows() {
    return parts.stream().mapToLong(StagedPart::rows).sum();
  }

  /** The hash of all rows, which does not depend on where the source was cut. */
  public String rowHash() {
    return RowHash.sum(parts.stream().map(StagedPart::rowHash).toList());
  }

  static TidemillException wrong(String part, String why) {
    return Problem.of(SourceError.STAGED_PART_WRONG, "the staged part %s is wrong".formatted(part))
        .field(part)
        .cause(why)
        .next("stage the source again; nothing was matched")
        .exception();
  }
}
