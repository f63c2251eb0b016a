package dev.tidemill.jobs;

import dev.tidemill.core.job.Epoch;
import dev.tidemill.core.job.JobId;
import dev.tidemill.core.job.RunId;

/** Which execution of which job is meant. */
public record Claim(JobId job, RunId run, Epoch epoch) {}
