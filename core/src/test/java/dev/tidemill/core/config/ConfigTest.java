package dev.tidemill.core.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tidemill.core.DataSize;
import dev.tidemill.core.error.Problem;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("D3")
class ConfigTest {
  private static final ConfigKey<Duration> GRACE =
      ConfigKey.of("shutdown.grace", ConfigType.DURATION, Duration.ofSeconds(30), "how long");
  private static final ConfigKey<DataSize> SPOOL =
      ConfigKey.of("spool.size", ConfigType.SIZE, DataSize.ofMebibytes(512), "how much");
  private static final ConfigKey<Integer> ATTEMPTS =
      ConfigKey.of("jobs.*.max_attempts", ConfigType.integer(1, 100), 3, "how often");
  private static final ConfigKey<String> TOKEN = ConfigKey.secret("token", "who you are");

  private static ConfigSchema schema() {
    return new ConfigSchema().add(GRACE, SPOOL, ATTEMPTS, TOKEN);
  }

  @Test
  void flags_beat_environment_beats_file_beats_default_and_each_knows_its_origin() {
    var config =
        Config.resolve(
            schema(),
            List.of(
                new ConfigSource("flag", Map.of("shutdown.grace", "1m")),
                new ConfigSource(
                    "environment",
                    schema()
                        .fromEnvironment(
                            Map.of(
                                "TIDEMILL_SHUTDOWN_GRACE",
                                "2m",
                                "TIDEMILL_SPOOL_SIZE",
                                "1GiB",
                                "HOME",
                                "x"))),
                new ConfigSource("tidemill.yaml", Map.of("spool.size", "2GiB"))));
    assertThat(config.get(GRACE)).isEqualTo(Duration.ofMinutes(1));
    assertThat(config.get(SPOOL)).isEqualTo(DataSize.ofMebibytes(1024));
    assertThat(config.values())
        .extracting(ConfigValue::toString)
        .containsExactly(
            "shutdown.grace=1m (flag)",
            "spool.size=1GiB (environment)",
            "token=(not set) (default)");
  }

  @Test
  void a_pattern_key_holds_for_each_name_and_falls_back() {
    var config =
        Config.resolve(
            schema(),
            List.of(
                new ConfigSource("file", Map.of("jobs.export.max_attempts", "7")),
                new ConfigSource(
                    "environment",
                    schema()
                        .fromEnvironment(Map.of("TIDEMILL_JOBS_STAGE_PLAN_MAX_ATTEMPTS", "9")))));
    assertThat(config.find(ATTEMPTS, "export")).contains(7);
    assertThat(config.find(ATTEMPTS, "stage_plan")).contains(9);
    assertThat(config.find(ATTEMPTS, "exec")).contains(3);
  }

  @Test
  void all_faults_are_found_at_once_with_suggestions() {
    var faults =
        catchThrowableOfType(
                ConfigException.class,
                () ->
                    Config.resolve(
                        schema(),
                        List.of(
                            new ConfigSource(
                                "tidemill.yaml",
                                Map.of(
                                    "shutdown.grase", "1m",
                                    "spool.size", "much",
                                    "jobs.export.max_attempts", "0")))))
            .faults();
    assertThat(faults)
        .extracting(Problem::message)
        .containsExactly(
            "jobs.export.max_attempts from tidemill.yaml: '0' is not a whole number from 1 to 100",
            "shutdown.grase from tidemill.yaml: no such setting",
            "spool.size from tidemill.yaml: 'much' is not a size such as 512MiB or 2GB");
    assertThat(faults.get(1).next()).isEqualTo("did you mean shutdown.grace?");
  }

  @Test
  void an_unknown_variable_is_a_fault_too() {
    assertThatThrownBy(
            () ->
                Config.resolve(
                    schema(),
                    List.of(
                        new ConfigSource(
                            "environment",
                            schema().fromEnvironment(Map.of("TIDEMILL_SPOOL_SISE", "1"))))))
        .hasMessageContaining("spool_sise from environment");
  }

  @Test
  void a_secret_is_never_shown_not_even_in_a_fault() {
    var config =
        Config.resolve(schema(), List.of(new ConfigSource("flag", Map.of("token", "hunter2"))));
    assertThat(config.get(TOKEN)).isEqualTo("hunter2");
    assertThat(config.values().toString()).contains("token=(secret)").doesNotContain("hunter2");
  }

  @Test
  void a_password_in_an_address_is_never_shown() {
    var store = ConfigKey.optional("store", ConfigType.ADDRESS, "where");
    var config =
        Config.resolve(
            new ConfigSchema().add(store),
            List.of(new ConfigSource("flag", Map.of("store", "postgresql://me:p@ss:w@db/x"))));
    assertThat(config.values())
        .extracting(ConfigValue::shown)
        .containsExactly("postgresql://me:***@db/x");
  }

  @Test
  void a_rule_that_does_not_hold_is_a_fault_of_the_key_it_names() {
    var schema =
        schema()
            .add(
                new ConfigRule(
                    "shutdown.grace",
                    "shutdown.grace must be at most 5m",
                    c -> c.get(GRACE).compareTo(Duration.ofMinutes(5)) <= 0));
    assertThatThrownBy(
            () ->
                Config.resolve(
                    schema, List.of(new ConfigSource("flag", Map.of("shutdown.grace", "6m")))))
        .hasMessageContaining("at most 5m");
  }

  @Test
  void two_keys_cannot_share_a_variable() {
    var schema = new ConfigSchema().add(ConfigKey.optional("a.b_c", ConfigType.TEXT, "x"));
    assertThatThrownBy(() -> schema.add(ConfigKey.optional("a_b.c", ConfigType.TEXT, "y")))
        .hasMessageContaining("TIDEMILL_A_B_C");
  }
}
