package dev.tidemill.scale.policy;

import dev.tidemill.scale.AdapterId;
import dev.tidemill.scale.AdapterSupply;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/**
 * In which order adapters are filled, and how far. The last to be filled are emptied first. Without
 * any rule adapters are filled in the order of their names and emptied wherever somebody is idle.
 */
public record Tiers(List<Tier> tiers) {
  static final Tiers NONE = new Tiers(List.of());

  public Tiers {
    tiers = List.copyOf(tiers);
    Set<AdapterId> seen = new HashSet<>();
    for (Tier tier : tiers) {
      if (!seen.add(tier.adapter())) {
        throw new IllegalArgumentException(tier.adapter() + " is in two tiers");
      }
    }
  }

  /**
   * @param priority lower is filled first
   * @param maxGroups no more than this, whatever the adapter allows
   */
  public record Tier(int priority, AdapterId adapter, int maxGroups) {}

  /** Lines {@code priority,adapter[,max groups]}; empty ones and what follows a # are left out. */
  public static Tiers parse(String text) {
    List<Tier> tiers = new ArrayList<>();
    int number = 0;
    for (String line : text.lines().toList()) {
      number++;
      String rule = line.replaceFirst("#.*", "").strip();
      if (!rule.isEmpty()) {
        tiers.add(tier(rule.split(",", -1), number));
      }
    }
    if (tiers.isEmpty()) {
      throw new IllegalArgumentException("there is no tier; write lines 'priority,adapter[,max]'");
    }
    return new Tiers(tiers);
  }

  private static Tier tier(String[] fields, int line) {
    try {
      String adapter = fields.length > 1 ? fields[1].strip() : "";
      if (fields.length > 3 || adapter.isEmpty()) {
        throw new NumberFormatException("want priority,adapter[,max groups]");
      }
      int most = fields.length == 3 ? Integer.parseInt(fields[2].strip()) : Integer.MAX_VALUE;
      return new Tier(Integer.parseInt(fields[0].strip()), new AdapterId(adapter), most);
    } catch (NumberFormatException wrong) {
      throw new IllegalArgumentException("line %d: %s".formatted(line, wrong.getMessage()), wrong);
    }
  }

  OptionalInt priority(AdapterId adapter) {
    return tiers.stream()
        .filter(tier -> tier.adapter().equals(adapter))
        .mapToInt(Tier::priority)
        .findFirst();
  }

  /** In no tier although there are some: nothing is changed there. */
  boolean leavesAlone(AdapterSupply adapter) {
    return !tiers.isEmpty() && priority(adapter.id()).isEmpty();
  }

  int maxGroups(AdapterSupply adapter) {
    return tiers.stream()
        .filter(tier -> tier.adapter().equals(adapter.id()))
        .mapToInt(tier -> Math.min(tier.maxGroups(), adapter.maxGroups()))
        .findFirst()
        .orElse(adapter.maxGroups());
  }

  Comparator<AdapterSupply> fillingOrder() {
    return Comparator.comparingInt((AdapterSupply a) -> priority(a.id()).orElse(Integer.MAX_VALUE))
        .thenComparing(AdapterSupply::id);
  }
}
