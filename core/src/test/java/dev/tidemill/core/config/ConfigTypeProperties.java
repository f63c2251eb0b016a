package dev.tidemill.core.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemill.core.DataSize;
import java.time.Duration;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.LongRange;

@Tag("D3")
class ConfigTypeProperties {

  @Property
  void a_duration_reads_back_as_it_was_written(
      @ForAll @LongRange(min = 0, max = 4_000_000_000_000L) long millis) {
    var duration = Duration.ofMillis(millis);
    assertThat(Durations.parse(Durations.format(duration))).isEqualTo(duration);
  }

  @Property
  void a_size_reads_back_as_it_was_written(@ForAll @LongRange(min = 0, max = 1L << 52) long bytes) {
    var size = new DataSize(bytes);
    assertThat(DataSize.parse(size.toString())).isEqualTo(size);
  }

  @Property
  void any_text_is_a_value_or_a_plain_error(@ForAll String text) {
    for (ConfigType<?> type : List.of(ConfigType.DURATION, ConfigType.SIZE, ConfigType.FLAG)) {
      try {
        assertThat(type.parser().apply(text)).isNotNull();
      } catch (IllegalArgumentException e) {
        assertThat(e.getMessage()).isNotBlank();
      }
    }
  }

  @Example
  void durations_and_sizes_as_people_write_them() {
    assertThat(Durations.parse("1h30m")).isEqualTo(Duration.ofMinutes(90));
    assertThat(Durations.parse("1.5s")).isEqualTo(Duration.ofMillis(1500));
    assertThat(Durations.parse("45")).isEqualTo(Duration.ofSeconds(45));
    assertThat(DataSize.parse("1.5GB").bytes()).isEqualTo(1_500_000_000L);
    assertThat(DataSize.parse("512 MiB").bytes()).isEqualTo(512L << 20);
    assertThatThrownBy(() -> Durations.parse("5 parsecs")).hasMessageContaining("5 parsecs");
    assertThatThrownBy(() -> DataSize.parse("99999999999999999999T"))
        .hasMessageContaining("larger");
  }
}
