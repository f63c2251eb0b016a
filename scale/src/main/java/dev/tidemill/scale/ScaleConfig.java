package dev.tidemill.scale;

import dev.tidemill.core.config.Config;
import dev.tidemill.core.config.ConfigKey;
import dev.tidemill.core.config.ConfigRule;
import dev.tidemill.core.config.ConfigSchema;
import dev.tidemill.core.config.ConfigType;
import dev.tidemill.scale.control.ControlSettings;
import dev.tidemill.scale.policy.CapabilityPolicy;
import dev.tidemill.scale.policy.FixedPolicy;
import dev.tidemill.scale.policy.GroupBounds;
import dev.tidemill.scale.policy.OffPolicy;
import dev.tidemill.scale.policy.Rules;
import dev.tidemill.scale.policy.RulesPolicy;
import dev.tidemill.scale.policy.Steadiness;
import dev.tidemill.scale.policy.TargetPolicy;
import dev.tidemill.scale.policy.TargetSettings;
import dev.tidemill.scale.policy.Tiers;
import dev.tidemill.scale.policy.VanillaPolicy;
import dev.tidemill.scale.policy.WaterfallPolicy;
import dev.tidemill.scale.signal.SqlSignals;
import java.time.Duration;
import java.util.function.Function;

/** The settings of scaling. */
public final class ScaleConfig {
  private static final Steadiness STEADY = Steadiness.DEFAULT;
  private static final TargetSettings TARGET =
      TargetSettings.within(new GroupBounds(0, Integer.MAX_VALUE));
  private static final ConfigType<Double> FACTOR =
      new ConfigType<>("a number of at least 0, such as 1.5", ScaleConfig::factor, String::valueOf);

  public static final ConfigKey<PolicyName> POLICY =
      ConfigKey.of(
          "scale.policy",
          ConfigType.oneOf(PolicyName.class),
          PolicyName.TARGET,
          "How the size of the fleet is chosen");
  public static final ConfigKey<String> WATERFALL =
      ConfigKey.optional(
          "scale.waterfall",
          ConfigType.TEXT,
          "Tiers of the policy waterfall: priority,adapter[,most groups]; one a line, or parted by"
              + " semicolons");
  public static final ConfigKey<String> RULES =
      ConfigKey.optional(
          "scale.rules",
          ConfigType.TEXT,
          "Of the policy rules: lines '[for SET] when QUERY then min|max|desired = QUERY'");
  public static final ConfigKey<Integer> GROUPS =
      ConfigKey.of("scale.groups", groups(), 1, "How many groups the policy fixed has");
  public static final ConfigKey<Integer> MIN =
      ConfigKey.of("scale.min", groups(), 0, "The fewest groups for each set of capabilities");
  public static final ConfigKey<Integer> MAX =
      ConfigKey.of("scale.max", groups(), 1000, "The most groups for each set of capabilities");
  public static final ConfigKey<Duration> WAIT_GOAL =
      duration("scale.wait_goal", TARGET.waitGoal(), "No job should wait longer than this");
  public static final ConfigKey<Double> HEADROOM =
      ConfigKey.of(
          "scale.headroom",
          FACTOR,
          TARGET.headroom(),
          "Free slots beside those in use, times the square root of their number");
  public static final ConfigKey<Duration> JOB_DURATION =
      duration(
          "scale.job_duration",
          TARGET.assumedDuration(),
          "How long a job is thought to run as long as none has ended");
  public static final ConfigKey<Duration> START_UP =
      duration(
          "scale.start_up",
          TARGET.assumedStartUp(),
          "How long a worker is thought to take to start as long as none has");
  public static final ConfigKey<Duration> UP_WINDOW =
      duration("scale.up_window", STEADY.up().window(), "More must have been wanted for so long");
  public static final ConfigKey<Duration> UP_COOLDOWN =
      duration("scale.up_cooldown", STEADY.up().cooldown(), "The pause between two growths");
  public static final ConfigKey<Duration> DOWN_WINDOW =
      duration(
          "scale.down_window", STEADY.down().window(), "Less must have been wanted for so long");
  public static final ConfigKey<Duration> DOWN_COOLDOWN =
      duration("scale.down_cooldown", STEADY.down().cooldown(), "The pause between two shrinkings");
  public static final ConfigKey<Duration> ROUND =
      duration("scale.round", Duration.ofSeconds(5), "How often the controller decides");
  public static final ConfigKey<Duration> LEAD =
      duration(
          "scale.lead", SqlSignals.DEFAULT_LEAD, "How long before schedules start jobs they count");
  public static final ConfigKey<Duration> SILENT_AFTER =
      duration(
          "scale.silent_after",
          ControlSettings.DEFAULT.silentAfter(),
          "An adapter not heard of for so long is held");
  public static final ConfigKey<Duration> ACTION_DEADLINE =
      duration(
          "scale.action_deadline",
          ControlSettings.DEFAULT.actionDeadline(),
          "A group asked for must show within this");
  public static final ConfigKey<Duration> KEEP =
      duration("scale.keep", Duration.ofDays(30), "How long decisions are kept");

  private ScaleConfig() {}

  public static void addTo(ConfigSchema schema) {
    schema
        .add(
            POLICY, WATERFALL, RULES, GROUPS, MIN, MAX, WAIT_GOAL, HEADROOM, JOB_DURATION, START_UP)
        .add(UP_WINDOW, UP_COOLDOWN, DOWN_WINDOW, DOWN_COOLDOWN)
        .add(ROUND, LEAD, SILENT_AFTER, ACTION_DEADLINE, KEEP)
        .add(
            new ConfigRule(
                "scale.max",
                "the most groups cannot be fewer than the fewest: scale.min <= scale.max",
                config -> config.get(MIN) <= config.get(MAX)))
        .add(
            new ConfigRule(
                "scale.round",
                "times must be longer than 0: scale.round, scale.wait_goal, scale.job_duration",
                config ->
                    config.get(ROUND).isPositive()
                        && config.get(WAIT_GOAL).isPositive()
                        && config.get(JOB_DURATION).isPositive()))
        .add(
            new ConfigRule(
                "scale.waterfall",
                "the policy waterfall needs tiers: lines 'priority,adapter[,most groups]'",
                ScaleConfig::tiersFit))
        .add(
            new ConfigRule(
                "scale.rules",
                "the policy rules needs some: lines"
                    + " '[for SET] when QUERY then min|max|desired = QUERY'",
                ScaleConfig::rulesFit));
  }

  /**
   * A policy, with the other settings as they are.
   *
   * @param queries what rules ask
   */
  public static ScalingPolicy policy(
      Config config, PolicyName name, Function<String, Reading<Double>> queries) {
    var bounds = new GroupBounds(config.get(MIN), config.get(MAX));
    return switch (name) {
      case OFF -> new OffPolicy();
      case FIXED -> new FixedPolicy(config.get(GROUPS), bounds);
      case VANILLA -> new VanillaPolicy(bounds);
      case CAPABILITY -> new CapabilityPolicy(bounds);
      case TARGET -> new TargetPolicy(target(config, bounds));
      case WATERFALL -> new WaterfallPolicy(target(config, bounds), tiers(config));
      case RULES -> new RulesPolicy(target(config, bounds), rules(config), queries);
    };
  }

  public static ControlSettings control(Config config) {
    ControlSettings usual = ControlSettings.DEFAULT;
    return new ControlSettings(
        config.get(SILENT_AFTER),
        config.get(ACTION_DEADLINE),
        usual.startLimit(),
        usual.retryFirst(),
        usual.retryMost(),
        usual.remember());
  }

  private static TargetSettings target(Config config, GroupBounds bounds) {
    var up = STEADY.up();
    var down = STEADY.down();
    return new TargetSettings(
        config.get(WAIT_GOAL),
        config.get(HEADROOM),
        config.get(JOB_DURATION),
        config.get(START_UP),
        bounds,
        new Steadiness(
            new Steadiness.Direction(
                config.get(UP_WINDOW), config.get(UP_COOLDOWN), up.step(), up.share()),
            new Steadiness.Direction(
                config.get(DOWN_WINDOW), config.get(DOWN_COOLDOWN), down.step(), down.share()),
            STEADY.tolerance()));
  }

  private static Tiers tiers(Config config) {
    return Tiers.parse(config.find(WATERFALL).orElse("").replace(';', '\n'));
  }

  private static Rules rules(Config config) {
    return Rules.parse(config.find(RULES).orElse(""));
  }

  private static boolean rulesFit(Config config) {
    if (config.get(POLICY) != PolicyName.RULES && config.find(RULES).isEmpty()) {
      return true;
    }
    try {
      return !rules(config).rules().isEmpty();
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static boolean tiersFit(Config config) {
    if (config.get(POLICY) != PolicyName.WATERFALL && config.find(WATERFALL).isEmpty()) {
      return true;
    }
    try {
      return !tiers(config).tiers().isEmpty();
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static ConfigKey<Duration> duration(String path, Duration usual, String description) {
    return ConfigKey.of(path, ConfigType.DURATION, usual, description);
  }

  private static ConfigType<Integer> groups() {
    return ConfigType.integer(0, 1_000_000);
  }

  private static Double factor(String text) {
    double factor = Double.parseDouble(text.strip());
    if (!(factor >= 0 && factor <= 1000)) {
      throw new IllegalArgumentException("out of range");
    }
    return factor;
  }
}
