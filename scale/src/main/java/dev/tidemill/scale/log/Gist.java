package dev.tidemill.scale.log;

import dev.tidemill.scale.ScalingAdvice;
import dev.tidemill.scale.control.Decision;
import java.util.ArrayList;
import java.util.List;

/** What of a decision is news, and in one sentence what it says. */
final class Gist {
  private Gist() {}

  /** Equal for rounds that say the same, whatever the numbers they say it with. */
  static List<String> of(Decision decision) {
    var gist = new ArrayList<String>();
    gist.add(decision.rule());
    for (ScalingAdvice.Line line : decision.advice().lines()) {
      gist.add(
          "%s %s %d %s %s"
              .formatted(
                  line.adapter(),
                  line.capabilities(),
                  line.desired(),
                  line.reason().startsWith("held") ? line.reason() : "",
                  line.clamp().replaceAll("[0-9.]+", "#")));
    }
    decision.advice().unmet().forEach(unmet -> gist.add("unmet " + unmet.capabilities()));
    return gist;
  }

  /** Was something asked, or did something happen? */
  static boolean eventful(Decision decision) {
    return !decision.changes().isEmpty() || !decision.notes().isEmpty();
  }

  /** What is needed stands in the line already. */
  private static String what(String unmet) {
    int but = unmet.lastIndexOf(", but ");
    return but < 0 ? unmet : unmet.substring(but + ", but ".length());
  }

  /** For a list of many. */
  static String words(Decision decision) {
    var parts = new ArrayList<String>(decision.notes());
    for (ScalingAdvice.Line line : decision.advice().lines()) {
      String set = line.capabilities().names().isEmpty() ? "" : " for " + line.capabilities();
      long before = decision.present(line);
      String size =
          before == line.desired()
              ? "stays at %d".formatted(before)
              : before + " -> " + line.desired();
      parts.add("%s%s %s groups, because %s".formatted(line.adapter(), set, size, line.words()));
    }
    decision.advice().unmet().forEach(unmet -> parts.add("not met: " + what(unmet.reason())));
    return parts.isEmpty() ? "nothing to do and nobody to do it" : String.join("; ", parts);
  }
}
