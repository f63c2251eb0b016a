package dev.tidemill.jobs;

import dev.tidemill.jobs.state.WorkerStatus;
import java.util.List;

/**
 * A sign of life.
 *
 * @param held every job in hand
 * @param looking what the worker has room for and would claim if there were any; empty when it has
 *     no room
 * @param doing JSON for people: what each of them is at, how far and since when
 */
public record Heartbeat(
    WorkerStatus status, List<Claim> held, List<ClaimRequest> looking, String doing) {
  public Heartbeat {
    held = List.copyOf(held);
    looking = List.copyOf(looking);
  }

  public static Heartbeat holding(List<Claim> held) {
    return new Heartbeat(WorkerStatus.ACTIVE, held, List.of(), "[]");
  }

  public static Heartbeat of(WorkerStatus status) {
    return new Heartbeat(status, List.of(), List.of(), "[]");
  }

  public Heartbeat looking(List<ClaimRequest> requests) {
    return new Heartbeat(status, held, requests, doing);
  }
}
