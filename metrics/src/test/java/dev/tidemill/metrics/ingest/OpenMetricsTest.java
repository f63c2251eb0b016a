package dev.tidemill.metrics.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import dev.tidemill.core.error.TidemillException;
import dev.tidemill.metrics.MetricsError;
import dev.tidemill.metrics.metadata.Metadata;
import dev.tidemill.promql.series.Labels;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("Q3")
class OpenMetricsTest {

  @Test
  void samples_are_read_and_everything_else_is_read_over() throws IOException {
    List<SampleList> series =
        read(
            """
            # HELP http_requests Requests.
            # TYPE http_requests counter
            http_requests_total{code="200",path="a\\\\b\\"c\\nd"} 17 1700000000.123
            http_requests_total{code="200",path="a\\\\b\\"c\\nd"} 18 1700000015.123 # {id="7"} 0.5
            {"odd name", "odd label"="}, {"} +Inf -1
            plain NaN 0
            # EOF
            """);

    assertThat(series)
        .extracting(SampleList::labels)
        .containsExactly(
            Labels.of("__name__", "http_requests_total", "code", "200", "path", "a\\b\"c\nd"),
            Labels.of("__name__", "odd name", "odd label", "}, {"),
            Labels.of("__name__", "plain"));
    assertThat(series.get(0).time(0)).isEqualTo(1_700_000_000_123L);
    assertThat(series.get(0).value(1)).isEqualTo(18);
    assertThat(series.get(1).time(0)).isEqualTo(-1000);
    assertThat(series.get(1).value(0)).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(series.get(2).value(0)).isNaN();
  }

  @Test
  void what_is_said_about_metrics_is_kept_once() throws IOException {
    String file =
        """
        # TYPE a counter
        # HELP a One\\nof \\\\ many.
        # UNIT a seconds
        # TYPE b nonsense
        # just a remark
        a_total 1 1
        # EOF
        """;
    var text = new OpenMetrics(new BufferedReader(new StringReader(file)));
    assertThat(text.next(10)).hasSize(1);

    assertThat(text.metadata())
        .containsOnly(
            entry("a", new Metadata("counter", "One\nof \\ many.", "seconds")),
            entry("b", Metadata.NONE));
    assertThat(text.metadata()).isEmpty();
  }

  @Test
  void a_file_comes_in_parts() throws IOException {
    var text = new OpenMetrics(new BufferedReader(new StringReader("a 1 1\na 2 2\na 3 3\n")));

    assertThat(text.next(2).getFirst().size()).isEqualTo(2);
    assertThat(text.next(2).getFirst().size()).isEqualTo(1);
    assertThat(text.next(2)).isEmpty();
  }

  @Test
  void what_cannot_be_read_is_refused_with_its_line() {
    for (String line :
        List.of(
            "up 1",
            "up x 1",
            "up 1 x",
            "up 1 1 1",
            "up{job=\"a\" 1 1",
            "up{job=\"a\"b=\"c\"} 1 1",
            "up{job} 1 1",
            "up{job=a} 1 1",
            "{job=\"a\"} 1 1",
            "up 1 1e400",
            "up 1e99999999 1",
            "up{a=\"1\",a=\"2\"} 1 1",
            "x".repeat(2 << 20))) {
      assertThatThrownBy(() -> read("ok 1 1\n" + line + "\n"))
          .isInstanceOfSatisfying(
              TidemillException.class,
              e -> {
                assertThat(e.code()).isEqualTo(MetricsError.SAMPLES_INVALID);
                assertThat(e.problem().message()).startsWith("line 2: ");
              });
    }
    assertThatThrownBy(() -> read("# EOF\nup 1 1\n")).hasMessageContaining("# EOF");
  }

  private static List<SampleList> read(String text) throws IOException {
    return new OpenMetrics(new BufferedReader(new StringReader(text))).next(1000);
  }
}
