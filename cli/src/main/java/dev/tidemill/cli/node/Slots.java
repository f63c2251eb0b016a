package dev.tidemill.cli.node;

import dev.tidemill.core.config.Config;
import dev.tidemill.jobs.JobsConfig;

/** How many jobs run at once when nobody said: they wait for others as often as they compute. */
final class Slots {
  private Slots() {}

  static int of(Config config) {
    return config
        .find(JobsConfig.SLOTS)
        .orElseGet(() -> 2 * Runtime.getRuntime().availableProcessors());
  }
}
