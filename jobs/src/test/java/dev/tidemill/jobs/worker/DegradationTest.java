package dev.tidemill.jobs.worker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("D4")
class DegradationTest {
  private final Degradation limits = Degradation.DEFAULT;

  @Test
  void any_of_the_three_is_enough() {
    assertThat(limits.decide(reading(0.69, 0.79, 99))).isEqualTo(Load.NORMAL);
    assertThat(limits.decide(reading(0.7, 0, 0))).isEqualTo(Load.WARNING);
    assertThat(limits.decide(reading(0, 0.8, 0))).isEqualTo(Load.WARNING);
    assertThat(limits.decide(reading(0, 0, 100))).isEqualTo(Load.WARNING);
    assertThat(limits.decide(reading(0.9, 0, 0))).isEqualTo(Load.CRITICAL);
    assertThat(limits.decide(reading(0, 0.95, 0))).isEqualTo(Load.CRITICAL);
    assertThat(limits.decide(reading(0, 0, 500))).isEqualTo(Load.CRITICAL);
  }

  @Test
  void people_are_told_which_it_was() {
    assertThat(limits.why(reading(0.93, 0, 0))).isEqualTo("cpu 93 %");
    assertThat(limits.why(reading(0, 0.81, 0))).isEqualTo("memory 81 %");
    assertThat(limits.why(reading(0, 0, 600))).contains("600 results");
  }

  private static Degradation.Reading reading(double cpu, double memory, int untold) {
    return new Degradation.Reading(cpu, memory, untold);
  }
}
