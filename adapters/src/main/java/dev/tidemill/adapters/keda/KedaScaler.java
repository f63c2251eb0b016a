package dev.tidemill.adapters.keda;

import dev.tidemill.core.time.TimeSource;
import dev.tidemill.scale.CapabilitySet;
import dev.tidemill.scale.Demand;
import dev.tidemill.scale.Reading;
import dev.tidemill.wire.keda.ExternalScalerGrpc;
import dev.tidemill.wire.keda.GetMetricSpecResponse;
import dev.tidemill.wire.keda.GetMetricsRequest;
import dev.tidemill.wire.keda.GetMetricsResponse;
import dev.tidemill.wire.keda.IsActiveResponse;
import dev.tidemill.wire.keda.MetricSpec;
import dev.tidemill.wire.keda.MetricValue;
import dev.tidemill.wire.keda.ScaledObjectRef;
import io.grpc.Status;
import io.grpc.StatusException;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** KEDA's external scaler. For any thread. */
public final class KedaScaler extends ExternalScalerGrpc.ExternalScalerImplBase
    implements AutoCloseable {
  static final String METRIC = "tidemill-tasks";

  private static final Logger log = LoggerFactory.getLogger(KedaScaler.class);

  private final Supplier<List<Demand>> demand;
  private final Predicate<CapabilitySet> ours;
  private final ActivityStreams streams;

  /**
   * @param demand read for each question; may throw when it cannot be
   * @param ours whether Tidemill's own controller sizes groups for these capabilities
   * @param interval how often a stream looks whether activity changed
   */
  public KedaScaler(
      Supplier<List<Demand>> demand,
      Predicate<CapabilitySet> ours,
      TimeSource time,
      Duration interval) {
    this.demand = demand;
    this.ours = ours;
    streams = new ActivityStreams(time, interval, trigger -> pressure(trigger).active());
    streams.start();
  }

  @Override
  public void isActive(ScaledObjectRef asked, StreamObserver<IsActiveResponse> answer) {
    answer(
        answer,
        () -> {
          boolean active = pressure(trigger(asked)).active();
          return IsActiveResponse.newBuilder().setResult(active).build();
        });
  }

  @Override
  public void streamIsActive(ScaledObjectRef asked, StreamObserver<IsActiveResponse> answers) {
    try {
      Trigger trigger = trigger(asked);
      refuseOurs(trigger);
      streams.add(trigger, (ServerCallStreamObserver<IsActiveResponse>) answers);
    } catch (StatusException refused) {
      answers.onError(refused);
    }
  }

  @Override
  public void getMetricSpec(ScaledObjectRef asked, StreamObserver<GetMetricSpecResponse> answer) {
    answer(
        answer,
        () -> {
          Trigger trigger = trigger(asked);
          refuseOurs(trigger);
          return GetMetricSpecResponse.newBuilder()
              .addMetricSpecs(
                  MetricSpec.newBuilder()
                      .setMetricName(METRIC)
                      .setTargetSize(trigger.tasksPerWorker())
                      .setTargetSizeFloat(trigger.tasksPerWorker()))
              .build();
        });
  }

  @Override
  public void getMetrics(GetMetricsRequest asked, StreamObserver<GetMetricsResponse> answer) {
    answer(
        answer,
        () -> {
          double value = pressure(trigger(asked.getScaledObjectRef())).value();
          return GetMetricsResponse.newBuilder()
              .addMetricValues(
                  MetricValue.newBuilder()
                      .setMetricName(
                          asked.getMetricName().isEmpty() ? METRIC : asked.getMetricName())
                      .setMetricValue((long) Math.ceil(value))
                      .setMetricValueFloat(value))
              .build();
        });
  }

  /** Ends all streams; KEDA dials again. */
  @Override
  public void close() {
    streams.stop();
  }

  int openStreams() {
    return streams.size();
  }

  private static Trigger trigger(ScaledObjectRef asked) throws StatusException {
    try {
      return Trigger.parse(asked.getScalerMetadataMap());
    } catch (IllegalArgumentException wrong) {
      throw Status.INVALID_ARGUMENT
          .withDescription(
              "%s/%s: %s".formatted(asked.getNamespace(), asked.getName(), wrong.getMessage()))
          .asException();
    }
  }

  private void refuseOurs(Trigger trigger) throws StatusException {
    if (ours.test(trigger.capabilities())) {
      throw Status.FAILED_PRECONDITION
          .withDescription(
              "workers for '%s' are sized by Tidemill's own controller; stop its adapter or remove this trigger"
                  .formatted(trigger.capabilities()))
          .asException();
    }
  }

  private Pressure pressure(Trigger trigger) throws StatusException {
    refuseOurs(trigger);
    Reading<Pressure> reading;
    try {
      reading = Pressure.of(demand.get(), trigger);
    } catch (RuntimeException unread) {
      throw unavailable(String.valueOf(unread.getMessage()), unread);
    }
    return switch (reading) {
      case Reading.Known<Pressure> known -> known.value();
      case Reading.Unknown<Pressure> unknown -> throw unavailable(unknown.why(), null);
    };
  }

  private static StatusException unavailable(String why, @Nullable Throwable because) {
    return Status.UNAVAILABLE
        .withDescription("demand is unknown: " + why)
        .withCause(because)
        .asException();
  }

  private static <T> void answer(StreamObserver<T> to, Question<T> question) {
    try {
      T answer = question.answer();
      to.onNext(answer);
      to.onCompleted();
    } catch (StatusException refused) {
      log.debug("KEDA is told: {}", refused.getMessage());
      to.onError(refused);
    }
  }

  private interface Question<T> {
    T answer() throws StatusException;
  }
}
