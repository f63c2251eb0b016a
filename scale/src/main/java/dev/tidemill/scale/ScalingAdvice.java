package dev.tidemill.scale;

import java.util.List;

/**
 * What a policy thinks right.
 *
 * @param unmet work that no adapter can be asked to do, so that nobody waits without being told
 */
public record ScalingAdvice(List<Line> lines, List<Unmet> unmet) {
  public ScalingAdvice {
    lines = List.copyOf(lines);
    unmet = List.copyOf(unmet);
  }

  /**
   * How many groups one adapter should have for one set of capabilities, starting ones included and
   * draining ones not.
   *
   * @param victims those to drain when there are too many, first to go first
   * @param reason what is needed, with its numbers
   * @param clamp what kept the size from what is needed; empty when nothing did
   */
  public record Line(
      AdapterId adapter,
      CapabilitySet capabilities,
      int desired,
      List<GroupId> victims,
      String reason,
      String clamp) {
    public Line {
      victims = List.copyOf(victims);
    }

    /** Reason and clamp in one. */
    public String words() {
      return clamp.isEmpty() ? reason : reason + "; " + clamp;
    }
  }

  /** A need beyond what adapters can give. */
  public record Unmet(CapabilitySet capabilities, String reason) {}
}
