package dev.tidemill.jobs;

import dev.tidemill.core.job.Epoch;
import dev.tidemill.core.job.JobId;
import dev.tidemill.core.job.Output;

/** An output that counts, with the execution that made it. */
public record SettledOutput(Output output, JobId job, Epoch epoch) {}
