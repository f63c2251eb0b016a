package dev.tidemill.sources.proof;

import dev.tidemill.sources.Snapshot;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the plan of a source came to: the result of its job.
 *
 * @param chunks how many parts there will be
 * @param parts those that the plan's job staged itself
 * @param warning what a reader should know about the snapshot
 */
public record StagedPlan(
    String source,
    List<StagedColumn> columns,
    Snapshot.Kind snapshot,
    String snapshotMoment,
    long estimatedRows,
    int chunks,
    List<StagedPart> parts,
    @Nullable String warning) {}
