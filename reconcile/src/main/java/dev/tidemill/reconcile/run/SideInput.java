package dev.tidemill.reconcile.run;

import dev.tidemill.reconcile.match.Request;
import dev.tidemill.reconcile.recipe.SourceSpec;
import dev.tidemill.sources.file.NativeFile;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One side, ready to be read.
 *
 * @param file what it is read from in place; null when it was staged and proven already
 * @param manifest what the evidence tells of where it came from
 */
record SideInput(Request.Input input, @Nullable NativeFile file, Map<String, Object> manifest) {

  /** What the engine read must be what was looked at; filters leave some out. */
  void requireRows(SourceSpec source, long read) {
    if (file != null && source.filters().isEmpty()) {
      file.requireRows(read);
    }
  }
}
