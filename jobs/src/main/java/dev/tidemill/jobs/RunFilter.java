package dev.tidemill.jobs;

import dev.tidemill.jobs.state.RunStatus;
import org.jspecify.annotations.Nullable;

/** Which runs to list; what is absent does not matter. */
public record RunFilter(@Nullable RunStatus status, @Nullable String kind) {
  public static final RunFilter ALL = new RunFilter(null, null);
}
