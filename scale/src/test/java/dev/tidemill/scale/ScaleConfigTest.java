package dev.tidemill.scale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemill.core.config.Config;
import dev.tidemill.core.config.ConfigSchema;
import dev.tidemill.core.config.ConfigSource;
import dev.tidemill.jobs.json.Words;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("S2")
class ScaleConfigTest {

  @Test
  void every_policy_can_be_set_by_its_name_and_target_is_usual() {
    assertThat(config(Map.of()).get(ScaleConfig.POLICY)).isEqualTo(PolicyName.TARGET);
    for (PolicyName name : PolicyName.values()) {
      Config config =
          config(
              Map.of(
                  "scale.policy",
                  Words.of(name),
                  "scale.waterfall",
                  "1,own,8; 2,cloud",
                  "scale.rules",
                  "when up then min = 1"));
      assertThat(ScaleConfig.policy(config, name, query -> Reading.of(1.0)).name())
          .isEqualTo(Words.of(name));
    }
  }

  @Test
  void what_cannot_be_is_told_before_anything_starts() {
    assertThatThrownBy(() -> config(Map.of("scale.policy", "tagret")))
        .hasMessageContaining("target");
    assertThatThrownBy(() -> config(Map.of("scale.policy", "waterfall")))
        .hasMessageContaining("needs tiers");
    assertThatThrownBy(() -> config(Map.of("scale.waterfall", "own")))
        .hasMessageContaining("priority,adapter");
    assertThatThrownBy(() -> config(Map.of("scale.policy", "rules")))
        .hasMessageContaining("needs some");
    assertThatThrownBy(() -> config(Map.of("scale.rules", "more, please")))
        .hasMessageContaining("when QUERY then");
    assertThatThrownBy(() -> config(Map.of("scale.min", "3", "scale.max", "2")))
        .hasMessageContaining("scale.min <= scale.max");
    assertThatThrownBy(() -> config(Map.of("scale.round", "0s")))
        .hasMessageContaining("scale.round");
    assertThatThrownBy(() -> config(Map.of("scale.headroom", "-1")))
        .hasMessageContaining("scale.headroom");
  }

  private static Config config(Map<String, String> values) {
    var schema = new ConfigSchema();
    ScaleConfig.addTo(schema);
    return Config.resolve(schema, List.of(new ConfigSource("test", values)));
  }
}
