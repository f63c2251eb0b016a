package dev.tidemill.scale.control;

import dev.tidemill.scale.AdapterId;
import dev.tidemill.scale.AdapterSupply;
import dev.tidemill.scale.GroupId;
import dev.tidemill.scale.GroupSupply;
import dev.tidemill.scale.PolicyMemory;
import dev.tidemill.scale.ScalingAdvice;
import dev.tidemill.scale.ScalingPolicy;
import dev.tidemill.scale.ScalingSnapshot;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/**
 * A decision with all it was made from.
 *
 * @param number counts the decisions of a term
 * @param rule the policy's name
 * @param advice what is needed, what held it back and the size that resulted
 * @param changes what was asked of adapters because of it
 * @param notes what had happened since the decision before
 */
public record Decision(
    long term,
    long number,
    Instant at,
    String rule,
    Inputs inputs,
    ScalingAdvice advice,
    List<Change> changes,
    List<String> notes) {

  public Decision {
    changes = List.copyOf(changes);
    notes = List.copyOf(notes);
  }

  /** All the policy knew. */
  public record Inputs(ScalingSnapshot snapshot, PolicyMemory memory) {}

  /** One thing asked of an adapter. */
  public record Change(Kind kind, AdapterId adapter, GroupId group, String reason) {
    /** Start a group, let one go, or keep one that was to go. */
    public enum Kind {
      START,
      DRAIN,
      KEEP
    }
  }

  /** The same policy with the same inputs must advise the same. */
  public boolean replays(ScalingPolicy policy) {
    return policy.name().equals(rule)
        && policy.advise(inputs.snapshot(), inputs.memory(), at).advice().equals(advice);
  }

  /** For people. */
  public String explain() {
    var text = new StringBuilder();
    text.append("decision %d.%d at %s by %s%n".formatted(term, number, at, rule));
    notes.forEach(note -> text.append("  since the last: %s%n".formatted(note)));
    for (ScalingAdvice.Line line : advice.lines()) {
      String set = line.capabilities().names().isEmpty() ? "" : " for " + line.capabilities();
      text.append(
          "  %s%s: %d -> %d groups%n"
              .formatted(line.adapter(), set, present(line), line.desired()));
      text.append("    because %s%n".formatted(line.reason()));
      if (!line.clamp().isEmpty()) {
        text.append("    but %s%n".formatted(line.clamp()));
      }
    }
    advice.unmet().forEach(unmet -> text.append("  not met: %s%n".formatted(unmet.reason())));
    for (Change change : changes) {
      text.append(
          "  %s %s on %s%n"
              .formatted(
                  change.kind().name().toLowerCase(Locale.ROOT), change.group(), change.adapter()));
    }
    return text.toString();
  }

  /** How many groups the adapter had for what a line is about. */
  public long present(ScalingAdvice.Line line) {
    long kept = 0;
    for (AdapterSupply adapter : inputs.snapshot().adapters()) {
      for (GroupSupply group : adapter.groups()) {
        if (adapter.id().equals(line.adapter())
            && group.state().supply()
            && (group.capabilities().equals(line.capabilities())
                || line.victims().contains(group.id()))) {
          kept++;
        }
      }
    }
    return kept;
  }
}
