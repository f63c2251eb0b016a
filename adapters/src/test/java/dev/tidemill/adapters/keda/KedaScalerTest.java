package dev.tidemill.adapters.keda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.tidemill.core.time.SystemTime;
import dev.tidemill.scale.CapabilitySet;
import dev.tidemill.scale.Demand;
import dev.tidemill.scale.Reading;
import dev.tidemill.wire.keda.ExternalScalerGrpc;
import dev.tidemill.wire.keda.GetMetricsRequest;
import dev.tidemill.wire.keda.IsActiveResponse;
import dev.tidemill.wire.keda.MetricSpec;
import dev.tidemill.wire.keda.MetricValue;
import dev.tidemill.wire.keda.ScaledObjectRef;
import io.grpc.Context;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** With a client made from KEDA's contract, over a real port. */
@Tag("S1")
@Tag("S8")
class KedaScalerTest {
  private static final CapabilitySet GPU = CapabilitySet.of("gpu");
  private static final Reading<Integer> UNREAD = new Reading.Unknown<>("the store is away");

  private volatile List<Demand> demand = List.of();
  private final Set<CapabilitySet> ours = ConcurrentHashMap.newKeySet();
  private final KedaScaler scaler =
      new KedaScaler(() -> demand, ours::contains, new SystemTime(), Duration.ofMillis(20));
  private final Server server;
  private final ManagedChannel channel;
  private final ExternalScalerGrpc.ExternalScalerBlockingStub keda;

  KedaScalerTest() throws IOException {
    server =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .addService(scaler)
            .build()
            .start();
    channel = NettyChannelBuilder.forAddress("127.0.0.1", server.getPort()).usePlaintext().build();
    keda = ExternalScalerGrpc.newBlockingStub(channel);
  }

  @AfterEach
  void end() {
    scaler.close();
    channel.shutdownNow();
    server.shutdownNow();
  }

  @Test
  void what_waits_runs_is_due_and_is_queried_counts() {
    demand = List.of(of(CapabilitySet.NONE, 3, 4, 5, 6), of(GPU, 100, 0, 0, 0));

    assertThat(value(Map.of()).getMetricValueFloat()).isEqualTo(18);
    assertThat(value(Map.of()).getMetricValue()).isEqualTo(18);
    assertThat(value(Map.of("capabilities", "gpu")).getMetricValue()).isEqualTo(100);
    assertThat(value(Map.of("capabilities", "arm")).getMetricValue()).isZero();
  }

  @Test
  void the_last_running_job_keeps_its_worker() {
    demand = List.of(of(CapabilitySet.NONE, 0, 1, 0, 0));
    assertThat(keda.isActive(asked(Map.of())).getResult()).isTrue();
    demand = List.of(of(CapabilitySet.NONE, 0, 0, 1, 0));
    assertThat(keda.isActive(asked(Map.of())).getResult()).isTrue();
    demand = List.of(of(CapabilitySet.NONE, 0, 0, 0, 0));
    assertThat(keda.isActive(asked(Map.of())).getResult()).isFalse();
  }

  @Test
  void demand_that_cannot_be_read_is_an_error_and_never_none() {
    for (int signal = 0; signal < 4; signal++) {
      demand = List.of(unread(signal));
      assertThat(code(() -> keda.isActive(asked(Map.of())))).isEqualTo(Status.Code.UNAVAILABLE);
      assertThat(code(() -> value(Map.of()))).isEqualTo(Status.Code.UNAVAILABLE);
    }
    assertThat(failure(() -> value(Map.of())).getMessage()).contains("the store is away");
  }

  @Test
  void a_store_that_throws_is_unavailable() throws IOException {
    var broken =
        new KedaScaler(
            () -> {
              throw new IllegalStateException("no connection");
            },
            ours::contains,
            new SystemTime(),
            Duration.ofSeconds(1));
    var own =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .addService(broken)
            .build()
            .start();
    var to = NettyChannelBuilder.forAddress("127.0.0.1", own.getPort()).usePlaintext().build();
    try {
      var stub = ExternalScalerGrpc.newBlockingStub(to);
      assertThat(code(() -> stub.isActive(asked(Map.of())))).isEqualTo(Status.Code.UNAVAILABLE);
    } finally {
      broken.close();
      to.shutdownNow();
      own.shutdownNow();
    }
  }

  @Test
  void the_target_is_what_a_worker_is_given() {
    MetricSpec spec = keda.getMetricSpec(asked(Map.of("tasksPerWorker", "10"))).getMetricSpecs(0);

    assertThat(spec.getTargetSize()).isEqualTo(10);
    assertThat(spec.getTargetSizeFloat()).isEqualTo(10);
    assertThat(value(Map.of()).getMetricName()).isEqualTo(spec.getMetricName());
  }

  @Test
  void work_that_waits_too_long_counts_for_more_up_to_a_worker_each() {
    demand = List.of(waited(Duration.ofSeconds(20)));
    assertThat(value(Map.of("waitGoal", "10s")).getMetricValueFloat()).isEqualTo(4 + 2 * 3);
    demand = List.of(waited(Duration.ofHours(1)));
    assertThat(value(Map.of("waitGoal", "10s")).getMetricValueFloat()).isEqualTo(4 + 5 * 3);
    assertThat(value(Map.of()).getMetricValueFloat()).isEqualTo(7);
  }

  @Test
  void unknown_settings_are_refused_with_those_there_are() {
    var wrong = failure(() -> keda.getMetricSpec(asked(Map.of("capability", "gpu"))));

    assertThat(wrong.getStatus().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(wrong.getMessage())
        .contains("work/exports", "capability", "capabilities, tasksPerWorker, waitGoal");
    for (var bad : List.of(Map.of("tasksPerWorker", "0"), Map.of("waitGoal", "soon"))) {
      assertThat(code(() -> keda.isActive(asked(bad)))).isEqualTo(Status.Code.INVALID_ARGUMENT);
    }
  }

  @Test
  void what_keda_itself_needs_is_not_an_unknown_setting() {
    assertThat(keda.isActive(asked(Map.of("scalerAddress", "tidemill:3002"))).getResult())
        .isFalse();
  }

  @Test
  void a_target_of_our_own_controller_is_refused() {
    ours.add(GPU);
    Map<String, String> gpu = Map.of("capabilities", "gpu");

    assertThat(code(() -> keda.isActive(asked(gpu)))).isEqualTo(Status.Code.FAILED_PRECONDITION);
    assertThat(code(() -> value(gpu))).isEqualTo(Status.Code.FAILED_PRECONDITION);
    assertThat(code(() -> keda.getMetricSpec(asked(gpu))))
        .isEqualTo(Status.Code.FAILED_PRECONDITION);
    assertThat(code(() -> keda.streamIsActive(asked(gpu)).forEachRemaining(_ -> {})))
        .isEqualTo(Status.Code.FAILED_PRECONDITION);
    assertThat(keda.isActive(asked(Map.of())).getResult()).isFalse();
  }

  @Test
  void a_stream_tells_changes_only_and_is_silent_while_demand_is_unknown() {
    List<Boolean> heard = Collections.synchronizedList(new ArrayList<>());
    Context.CancellableContext call = listen(heard);
    await().atMost(Duration.ofSeconds(30)).until(() -> heard.equals(List.of(false)));
    demand = List.of(of(CapabilitySet.NONE, 1, 0, 0, 0));
    await().atMost(Duration.ofSeconds(30)).until(() -> heard.equals(List.of(false, true)));

    demand = List.of(unread(0));
    await()
        .during(Duration.ofMillis(300))
        .atMost(Duration.ofSeconds(30))
        .until(() -> heard.equals(List.of(false, true)) && scaler.openStreams() == 1);
    demand = List.of();
    await().atMost(Duration.ofSeconds(30)).until(() -> heard.equals(List.of(false, true, false)));
    call.cancel(null);
  }

  @Test
  void a_stream_whose_client_leaves_is_forgotten() {
    List<Context.CancellableContext> calls = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      calls.add(listen(new ArrayList<>()));
    }
    await().atMost(Duration.ofSeconds(30)).until(() -> scaler.openStreams() == 20);
    calls.forEach(call -> call.cancel(null));

    await().atMost(Duration.ofSeconds(30)).until(() -> scaler.openStreams() == 0);
  }

  @Test
  void a_stream_ends_when_the_target_becomes_ours_and_when_the_server_stops() {
    listen(new ArrayList<>());
    await().atMost(Duration.ofSeconds(30)).until(() -> scaler.openStreams() == 1);
    ours.add(CapabilitySet.NONE);
    await().atMost(Duration.ofSeconds(30)).until(() -> scaler.openStreams() == 0);

    ours.clear();
    listen(new ArrayList<>());
    await().atMost(Duration.ofSeconds(30)).until(() -> scaler.openStreams() == 1);
    scaler.close();
    assertThat(scaler.openStreams()).isZero();
  }

  private Context.CancellableContext listen(List<Boolean> heard) {
    var call = Context.current().withCancellation();
    call.run(
        () ->
            ExternalScalerGrpc.newStub(channel)
                .streamIsActive(
                    asked(Map.of()),
                    new StreamObserver<>() {
                      @Override
                      public void onNext(IsActiveResponse response) {
                        heard.add(response.getResult());
                      }

                      @Override
                      public void onError(Throwable broken) {}

                      @Override
                      public void onCompleted() {}
                    }));
    return call;
  }

  private MetricValue value(Map<String, String> metadata) {
    return keda.getMetrics(
            GetMetricsRequest.newBuilder()
                .setScaledObjectRef(asked(metadata))
                .setMetricName("tidemill-tasks")
                .build())
        .getMetricValues(0);
  }

  private static ScaledObjectRef asked(Map<String, String> metadata) {
    return ScaledObjectRef.newBuilder()
        .setNamespace("work")
        .setName("exports")
        .putAllScalerMetadata(metadata)
        .build();
  }

  private static StatusRuntimeException failure(Runnable call) {
    return catchThrowableOfType(StatusRuntimeException.class, call::run);
  }

  private static Status.Code code(Runnable call) {
    return failure(call).getStatus().getCode();
  }

  private static Demand of(CapabilitySet set, int waiting, int running, int due, int queries) {
    return demand(
        set,
        List.of(Reading.of(waiting), Reading.of(running), Reading.of(due), Reading.of(queries)),
        Duration.ZERO);
  }

  private static Demand waited(Duration oldest) {
    return demand(
        CapabilitySet.NONE,
        List.of(Reading.of(3), Reading.of(4), Reading.of(0), Reading.of(0)),
        oldest);
  }

  private static Demand unread(int signal) {
    List<Reading<Integer>> counts = new ArrayList<>(Collections.nCopies(4, Reading.of(0)));
    counts.set(signal, UNREAD);
    return demand(CapabilitySet.NONE, counts, Duration.ZERO);
  }

  private static Demand demand(CapabilitySet set, List<Reading<Integer>> counts, Duration oldest) {
    return new Demand(
        set,
        counts.get(0),
        counts.get(1),
        Reading.of(oldest),
        counts.get(2),
        counts.get(3),
        Reading.of(Duration.ZERO),
        Reading.of(0));
  }
}
