package dev.tidemill.metrics.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.metrics.MetricsError;
import dev.tidemill.metrics.metadata.Metadata;
import dev.tidemill.promql.series.Labels;
import dev.tidemill.promql.series.StaleMarker;
import dev.tidemill.wire.prometheus.v1.Label;
import dev.tidemill.wire.prometheus.v1.MetricMetadata;
import dev.tidemill.wire.prometheus.v1.Sample;
import dev.tidemill.wire.prometheus.v1.TimeSeries;
import dev.tidemill.wire.prometheus.v1.WriteRequest;
import dev.tidemill.wire.prometheus.v2.Request;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.xerial.snappy.Snappy;

@Tag("Q3")
class RemoteWriteTest {
  private static final String FIRST = "application/x-protobuf";
  private static final String SECOND =
      "application/x-protobuf;proto=io.prometheus.write.v2.Request";

  @Test
  void samples_of_version_1_come_through_bit_for_bit() throws IOException {
    WriteRequest request =
        WriteRequest.newBuilder()
            .addTimeseries(
                series("up", "job", "a\u0000b")
                    .addSamples(sample(1, StaleMarker.VALUE))
                    .addSamples(sample(-5, -0.0)))
            .build();

    List<SampleList> parsed = parse(request).series();

    assertThat(parsed).hasSize(1);
    assertThat(parsed.getFirst().labels())
        .isEqualTo(Labels.of("__name__", "up", "job", "a\u0000b"));
    assertThat(StaleMarker.is(parsed.getFirst().value(0))).isTrue();
    assertThat(parsed.getFirst().time(1)).isEqualTo(-5);
    assertThat(1 / parsed.getFirst().value(1)).isEqualTo(Double.NEGATIVE_INFINITY);
  }

  @Test
  void samples_of_version_2_come_through() throws IOException {
    var request =
        Request.newBuilder()
            .addTimeseries(
                dev.tidemill.wire.prometheus.v2.TimeSeries.newBuilder()
                    .addAllLabelsRefs(List.of(1, 2, 3, 4))
                    .addSamples(
                        dev.tidemill.wire.prometheus.v2.Sample.newBuilder()
                            .setValue(2.5)
                            .setTimestamp(7))
                    .addHistograms(ByteString.EMPTY))
            .addAllSymbols(List.of("", "__name__", "up", "job", "x"))
            .build();

    RemoteWrite.Parsed parsed = RemoteWrite.parse(Snappy.compress(request.toByteArray()), SECOND);

    assertThat(parsed.series().getFirst().labels())
        .isEqualTo(Labels.of("__name__", "up", "job", "x"));
    assertThat(parsed.series().getFirst().value(0)).isEqualTo(2.5);
    assertThat(parsed.histograms()).isEqualTo(1);
  }

  @Test
  void metadata_of_both_versions_comes_through() throws IOException {
    var first =
        WriteRequest.newBuilder()
            .addMetadata(
                MetricMetadata.newBuilder()
                    .setType(1)
                    .setMetricFamilyName("http_requests_total")
                    .setHelp("Requests.")
                    .setUnit("requests"))
            .addTimeseries(series("up").addSamples(sample(1, 1)))
            .build();
    assertThat(parse(first).metadata())
        .containsExactly(
            entry("http_requests_total", new Metadata("counter", "Requests.", "requests")));
    assertThat(parse(first).samples()).isEqualTo(1);

    var second =
        Request.newBuilder()
            .addTimeseries(
                dev.tidemill.wire.prometheus.v2.TimeSeries.newBuilder()
                    .addAllLabelsRefs(List.of(1, 2))
                    .setMetadata(
                        dev.tidemill.wire.prometheus.v2.Metadata.newBuilder()
                            .setType(3)
                            .setHelpRef(3)))
            .addAllSymbols(List.of("", "__name__", "seconds_bucket", "How long."))
            .build();
    RemoteWrite.Parsed parsed = RemoteWrite.parse(Snappy.compress(second.toByteArray()), SECOND);
    assertThat(parsed.metadata())
        .containsExactly(entry("seconds", new Metadata("histogram", "How long.", "")));
  }

  @Test
  void native_histograms_are_counted() throws IOException {
    var request =
        WriteRequest.newBuilder()
            .addTimeseries(series("h").addHistograms(ByteString.copyFromUtf8("x")))
            .build();

    assertThat(parse(request).histograms()).isEqualTo(1);
    assertThat(parse(request).samples()).isZero();
  }

  @Test
  void labels_that_cannot_be_are_refused() throws IOException {
    for (var series :
        List.of(
            series("up", "job", "a", "job", "b"),
            series("up", "", "a"),
            series("", "job", "a"),
            series("up", "x".repeat(2000), "a"),
            series("up", "job", "x".repeat(70_000)),
            TimeSeries.newBuilder())) {
      assertRefused(
          Snappy.compress(WriteRequest.newBuilder().addTimeseries(series).build().toByteArray()));
    }
  }

  @Test
  void a_label_that_is_not_utf8_is_refused() throws IOException {
    byte[] bytes =
        WriteRequest.newBuilder().addTimeseries(series("up", "job", "~~")).build().toByteArray();
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = bytes[i] == '~' ? (byte) 0xff : bytes[i];
    }

    assertRefused(Snappy.compress(bytes));
  }

  @Test
  void times_beyond_all_bounds_and_over_too_many_windows_are_refused() throws IOException {
    assertRefused(compressed(series("up").addSamples(sample(Long.MAX_VALUE, 1))));
    var wide = series("up");
    for (long i = 0; i < 2000; i++) {
      wide.addSamples(sample(i * 7_200_000, 1));
    }
    assertRefused(compressed(wide));
  }

  @Test
  void a_bomb_is_refused_before_it_is_unpacked() throws IOException {
    assertRefused(Snappy.compress(new byte[64 << 20]));
    var header = new ByteArrayOutputStream();
    var out = CodedOutputStream.newInstance(header);
    out.writeUInt32NoTag(Integer.MAX_VALUE);
    out.flush();
    assertRefused(header.toByteArray());
  }

  @Test
  void millions_of_empty_series_are_refused() throws IOException {
    byte[] empty = new byte[20 << 20];
    for (int i = 0; i < empty.length; i += 2) {
      empty[i] = 10;
    }
    assertRefused(Snappy.compress(empty));
  }

  @Test
  void truncated_or_random_bytes_are_refused_or_read_but_never_crash() throws IOException {
    byte[] good =
        compressed(series("up", "job", "a").addSamples(sample(1, 2)).addSamples(sample(2, 3)));
    var random = new Random(5);
    for (int i = 0; i < 5_000; i++) {
      byte[] bad = good.clone();
      for (int j = random.nextInt(3); j >= 0; j--) {
        bad[random.nextInt(bad.length)] = (byte) random.nextInt();
      }
      tryParse(random.nextBoolean() ? bad : Arrays.copyOf(good, random.nextInt(good.length)));
      byte[] raw = new byte[random.nextInt(60)];
      random.nextBytes(raw);
      tryParse(Snappy.compress(raw));
    }
    assertRefused(new byte[0]);
  }

  private static void tryParse(byte[] body) {
    for (String type : List.of(FIRST, SECOND)) {
      try {
        assertThat(RemoteWrite.parse(body, type)).isNotNull();
      } catch (TidemillException e) {
        assertThat(e.code()).isEqualTo(MetricsError.SAMPLES_INVALID);
      }
    }
  }

  private static void assertRefused(byte[] body) {
    assertThatThrownBy(() -> RemoteWrite.parse(body, FIRST))
        .isInstanceOfSatisfying(
            TidemillException.class,
            e -> assertThat(e.code()).isEqualTo(MetricsError.SAMPLES_INVALID));
  }

  private static RemoteWrite.Parsed parse(WriteRequest request) throws IOException {
    return RemoteWrite.parse(Snappy.compress(request.toByteArray()), FIRST);
  }

  private static byte[] compressed(TimeSeries.Builder series) throws IOException {
    return Snappy.compress(WriteRequest.newBuilder().addTimeseries(series).build().toByteArray());
  }

  private static TimeSeries.Builder series(String name, String... labels) {
    var series = TimeSeries.newBuilder().addLabels(label("__name__", name));
    for (int i = 0; i < labels.length; i += 2) {
      series.addLabels(label(labels[i], labels[i + 1]));
    }
    return series;
  }

  private static Label label(String name, String value) {
    return Label.newBuilder().setName(name).setValue(value).build();
  }

  private static Sample sample(long time, double value) {
    return Sample.newBuilder().setTimestamp(time).setValue(value).build();
  }
}
