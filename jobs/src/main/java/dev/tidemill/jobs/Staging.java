package dev.tidemill.jobs;

import dev.tidemill.core.job.StagedJob;
import java.util.List;

/**
 * How far the staging of a run is.
 *
 * @param over nothing of it will run any more: it is done, or the run has ended otherwise
 * @param jobs those that have completed, in order of creation
 */
public record Staging(boolean over, List<StagedJob> jobs) {
  public Staging {
    jobs = List.copyOf(jobs);
  }
}
