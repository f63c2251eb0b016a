package dev.tidemill.core.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("O1")
class MetersTest {
  private static final MetricSpec DONE =
      MetricSpec.counter("tidemill_worker_jobs_completed_total", "Jobs completed.", "type");

  @Test
  void a_declared_metric_counts_and_is_the_same_one_each_time() {
    var meters = new Meters(new MetricCatalog().add(List.of(DONE)));
    meters.counter(DONE).labelValues("exec").inc();
    meters.counter(DONE).labelValues("exec").inc();
    assertThat(meters.counter(DONE).labelValues("exec").get()).isEqualTo(2);
    assertThat(meters.registry().scrape().size()).isEqualTo(1);
  }

  @Test
  void a_metric_that_was_not_declared_is_refused() {
    var meters = new Meters(new MetricCatalog());
    assertThatThrownBy(() -> meters.counter(DONE)).hasMessageContaining("not declared");
  }

  @Test
  void two_modules_cannot_declare_one_name() {
    assertThatThrownBy(() -> new MetricCatalog().add(List.of(DONE, DONE)))
        .hasMessageContaining("declared twice");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jobs_total",
        "tidemill_jobs",
        "tidemill_wait_ms_total",
        "tidemill_Jobs_total",
        "tidemill_cpu_percent_total"
      })
  void a_counter_whose_name_breaks_the_rules_is_refused(String name) {
    assertThatThrownBy(() -> MetricSpec.counter(name, "help"))
        .hasMessageContaining("metric " + name);
  }

  @Test
  void ids_are_not_labels() {
    assertThatThrownBy(() -> MetricSpec.gauge("tidemill_job_age_seconds", "Age.", "job_id"))
        .hasMessageContaining("ids are not labels");
  }

  @Test
  void the_table_for_the_documentation_comes_from_the_declarations() {
    assertThat(new MetricCatalog().add(List.of(DONE)).markdown())
        .contains("| `tidemill_worker_jobs_completed_total` | counter | type | Jobs completed. |");
  }
}
