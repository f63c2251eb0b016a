package dev.tidemill.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.wire.keda.ExternalScalerGrpc;
import dev.tidemill.wire.keda.ExternalScalerProto;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** KEDA's operator depends on these; they are its, not ours, to change. */
@Tag("S1")
class KedaProtocolTest {
  @Test
  void names_numbers_and_types_are_those_of_keda() {
    assertThat(ExternalScalerGrpc.SERVICE_NAME).isEqualTo("externalscaler.ExternalScaler");
    assertThat(ProtocolText.of(ExternalScalerProto.getDescriptor()))
        .contains(
            "field externalscaler.ScaledObjectRef.name = 1 string",
            "field externalscaler.ScaledObjectRef.namespace = 2 string",
            "field externalscaler.IsActiveResponse.result = 1 bool",
            "field externalscaler.MetricSpec.metricName = 1 string",
            "field externalscaler.MetricSpec.targetSize = 2 int64",
            "field externalscaler.MetricSpec.targetSizeFloat = 3 double",
            "field externalscaler.GetMetricsRequest.metricName = 2 string",
            "field externalscaler.MetricValue.metricName = 1 string",
            "field externalscaler.MetricValue.metricValue = 2 int64",
            "field externalscaler.MetricValue.metricValueFloat = 3 double")
        .anyMatch(
            fact ->
                fact.startsWith("field externalscaler.ScaledObjectRef.scalerMetadata = 3 repeated"))
        .anyMatch(fact -> fact.startsWith("rpc ") && fact.contains("StreamIsActive"));
  }
}
