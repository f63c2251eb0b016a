package dev.tidemill.jobs;

import java.util.List;

/** Lines that an execution wants kept. */
public record JobLines(Claim claim, List<String> lines) {
  public JobLines {
    lines = List.copyOf(lines);
  }
}
