package dev.tidemill.jobs;

import dev.tidemill.jobs.state.WorkerStatus;
import java.util.List;

/**
 * A sign of life.
 *
 * @param held every job in hand
 * @param doing JSON for people: what each of them is at, how far and since when
 */
public record Heartbeat(WorkerStatus status, List<Claim> held, String doing) {
  public Heartbeat {
    held = List.copyOf(held);
  }

  public static Heartbeat holding(List<Claim> held) {
    return new Heartbeat(WorkerStatus.ACTIVE, held, "[]");
  }
}
