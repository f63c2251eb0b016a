package dev.tidemill.jobs;

import java.util.List;

/**
 * @param leaseLost the worker was taken for dead: everything in hand is lost, register anew
 * @param drain take no more jobs
 * @param lost in hand, but another holds it or it has ended: interrupt
 * @param cancel in hand, and its run was cancelled: interrupt and confirm
 * @param stray claimed under this lease but not in hand: its claim's answer was lost, or is still
 *     on its way. One that is stray twice in a row should be handed back
 */
public record HeartbeatAnswer(
    boolean leaseLost, boolean drain, List<Claim> lost, List<Claim> cancel, List<Claim> stray) {
  public HeartbeatAnswer {
    lost = List.copyOf(lost);
    cancel = List.copyOf(cancel);
    stray = List.copyOf(stray);
  }
}
