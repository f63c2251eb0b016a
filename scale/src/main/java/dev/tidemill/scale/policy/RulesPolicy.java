package dev.tidemill.scale.policy;

import dev.tidemill.scale.CapabilitySet;
import dev.tidemill.scale.Demand;
import dev.tidemill.scale.PolicyMemory;
import dev.tidemill.scale.Reading;
import dev.tidemill.scale.ScalingAdvice;
import dev.tidemill.scale.ScalingPolicy;
import dev.tidemill.scale.ScalingSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * {@code rules}: as many as {@code target} wants, within what rules over metrics say. Rules are
 * followed in their order; a later one can narrow what an earlier one left, and none goes beyond
 * the bounds in the settings. A query that cannot be answered holds the size of its set. As
 * repeatable as the answers to the queries are.
 */
public final class RulesPolicy implements ScalingPolicy {
  private final Rules rules;
  private final Function<String, Reading<Double>> queries;
  private final TargetPolicy target;

  /**
   * @param queries a query's value now; 0 when it matches nothing
   */
  public RulesPolicy(
      TargetSettings settings, Rules rules, Function<String, Reading<Double>> queries) {
    this.rules = rules;
    this.queries = queries;
    target = new TargetPolicy(settings, Tiers.NONE, this::ruled);
  }

  @Override
  public String name() {
    return "rules";
  }

  @Override
  public ScalingAdvice advise(ScalingSnapshot snapshot) {
    return target.advise(withSetsOfRules(snapshot));
  }

  @Override
  public Advised advise(ScalingSnapshot snapshot, PolicyMemory memory, Instant at) {
    return target.advise(withSetsOfRules(snapshot), memory, at);
  }

  /** A rule also holds where there is neither work nor a worker yet. */
  private ScalingSnapshot withSetsOfRules(ScalingSnapshot snapshot) {
    Set<CapabilitySet> there =
        snapshot.demand().stream().map(Demand::capabilities).collect(Collectors.toSet());
    List<Demand> demand = new ArrayList<>(snapshot.demand());
    rules.rules().stream()
        .map(Rules.Rule::set)
        .distinct()
        .filter(set -> !there.contains(set))
        .forEach(set -> demand.add(nothing(set)));
    return new ScalingSnapshot(demand, snapshot.adapters());
  }

  private Goal ruled(Goal goal) {
    if (!(goal.size() instanceof Goal.Size.Workers wanted)) {
      return goal;
    }
    GroupBounds bounds = wanted.bounds();
    List<String> words = new ArrayList<>();
    for (Rules.Rule rule : rules.rules()) {
      if (rule.set().equals(goal.capabilities())) {
        Reading<Double> when = number(rule.when());
        Reading<Double> groups = number(rule.groups());
        if (when instanceof Reading.Known<Double> holds && holds.value() == 0) {
          continue;
        }
        if (!(when instanceof Reading.Known<Double>)
            || !(groups instanceof Reading.Known<Double> size)) {
          return held(goal, rule, when instanceof Reading.Known<Double> ? groups : when);
        }
        int count = (int) Math.clamp(Math.ceil(size.value()), 0, Integer.MAX_VALUE);
        bounds = rule.limit().within(bounds, count);
        words.add("line %d: %s %d groups".formatted(rule.line(), rule.limit().word(), count));
      }
    }
    return words.isEmpty()
        ? goal
        : Goal.forSet(
            goal.capabilities(),
            new Goal.Size.Workers(wanted.count(), bounds),
            "%s; rules: %s".formatted(goal.reason(), String.join(", ", words)),
            goal.clamp());
  }

  private Reading<Double> number(String query) {
    Reading<Double> reading = queries.apply(query);
    return reading instanceof Reading.Known<Double> known && known.value().isNaN()
        ? new Reading.Unknown<>("'%s' gives no number".formatted(query))
        : reading;
  }

  private static Goal held(Goal goal, Rules.Rule rule, Reading<Double> unread) {
    String why = unread instanceof Reading.Unknown<Double> unknown ? unknown.why() : "";
    return Goal.forSet(
        goal.capabilities(),
        new Goal.Size.Hold(),
        "held, because the rule in line %d is unknown: %s".formatted(rule.line(), why));
  }

  private static Demand nothing(CapabilitySet set) {
    Reading<Integer> none = Reading.of(0);
    Reading<Duration> never = Reading.of(Duration.ZERO);
    return new Demand(set, none, none, never, none, none, never, none);
  }
}
