package dev.tidemill.jobs;

import dev.tidemill.core.job.Queue;
import java.util.List;
import java.util.Set;

/**
 * @param leaseLost the worker was taken for dead: everything in hand is lost, register anew
 * @param drain take no more jobs
 * @param lost in hand, but another holds it or it has ended: interrupt
 * @param cancel in hand, and its run was cancelled: interrupt and confirm
 * @param stray claimed under this lease but not in hand: its claim's answer was lost, or is still
 *     on its way. One that is stray twice in a row should be handed back
 * @param due queues in which a job is due: a worker with room should look, in case a hint was lost
 * @param upkeepDue nobody has done upkeep for a while: whoever can should
 */
public record HeartbeatAnswer(
    boolean leaseLost,
    boolean drain,
    List<Claim> lost,
    List<Claim> cancel,
    List<Claim> stray,
    Set<Queue> due,
    boolean upkeepDue) {
  public HeartbeatAnswer {
    lost = List.copyOf(lost);
    cancel = List.copyOf(cancel);
    stray = List.copyOf(stray);
    due = Set.copyOf(due);
  }

  /** The lease has ended, and with it everything that was held. */
  public static HeartbeatAnswer leaseLost(List<Claim> held) {
    return new HeartbeatAnswer(true, false, held, List.of(), List.of(), Set.of(), false);
  }
}
