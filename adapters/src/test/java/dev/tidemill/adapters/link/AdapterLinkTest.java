package dev.tidemill.adapters.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tidemill.adapters.AdapterLimits;
import dev.tidemill.adapters.GroupReconciler;
import dev.tidemill.adapters.SteppedPlatform;
import dev.tidemill.core.time.SystemTime;
import dev.tidemill.scale.CapabilitySet;
import dev.tidemill.scale.ScalingAdvice;
import dev.tidemill.scale.ScalingPolicy;
import dev.tidemill.scale.ScalingSnapshot;
import dev.tidemill.scale.control.ControlEvent;
import dev.tidemill.scale.control.ControlSettings;
import dev.tidemill.scale.control.ControlState;
import dev.tidemill.scale.control.ScalingController;
import dev.tidemill.scale.policy.FixedPolicy;
import dev.tidemill.scale.policy.GroupBounds;
import dev.tidemill.testkit.TcpProxy;
import dev.tidemill.wire.adapter.v1.Adapter;
import dev.tidemill.wire.adapter.v1.Hello;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Over real connections that are cut, hang and are doubled. */
@Tag("S3")
class AdapterLinkTest {
  private final AtomicInteger size = new AtomicInteger(2);
  private final SystemTime time = new SystemTime();
  private final AdapterService service =
      new AdapterService(
          new ScalingController(new Dial(size), ControlSettings.DEFAULT),
          ControlState.beginning(1),
          time,
          "test",
          decision -> assertThat(decision.explain()).isNotBlank());
  private final Server server;
  private final TcpProxy network;
  private final ManagedChannel channel;
  private final SteppedPlatform platform = new SteppedPlatform();
  private final AdapterLink link;

  AdapterLinkTest() throws IOException {
    server =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .addService(service)
            .build()
            .start();
    network = TcpProxy.inFrontOf("tcp://127.0.0.1:" + server.getPort());
    channel = NettyChannelBuilder.forAddress("127.0.0.1", network.port()).usePlaintext().build();
    link = link(channel, "native", 1, platform);
    link.start();
  }

  @AfterEach
  void end() {
    link.stop();
    channel.shutdownNow();
    server.shutdownNow();
    network.close();
  }

  @Test
  void what_is_wished_for_comes_to_be() {
    becomes(2);
    size.set(1);
    becomes(1);
  }

  @Test
  void a_connection_that_is_cut_is_dialled_again_and_nothing_is_lost() {
    becomes(2);
    List<String> before = platform.running();
    network.cut();
    size.set(3);
    becomes(3);

    assertThat(platform.running()).containsAll(before);
  }

  @Test
  void a_connection_that_hangs_is_given_up_and_groups_run_on_meanwhile() {
    becomes(2);
    network.blackhole();
    size.set(4);
    await()
        .during(Duration.ofSeconds(2))
        .atMost(Duration.ofSeconds(30))
        .until(() -> decide() && platform.running().size() == 2);
    network.heal();
    network.cut();
    becomes(4);
  }

  @Test
  void a_second_adapter_of_the_same_id_gets_nothing() {
    becomes(2);
    var twin = new SteppedPlatform();
    AdapterLink second = link(channel, "native", 1, twin);
    second.start();
    size.set(3);
    becomes(3);
    second.stop();

    assertThat(twin.running()).isEmpty();
  }

  @Test
  void an_adapter_of_another_protocol_gets_nothing() {
    var foreign = new SteppedPlatform();
    AdapterLink later = link(channel, "later", 9, foreign);
    later.start();
    becomes(2);
    later.stop();

    assertThat(foreign.running()).isEmpty();
  }

  private AdapterLink link(ManagedChannel over, String id, int protocol, SteppedPlatform on) {
    Hello hello =
        Hello.newBuilder()
            .setBuild("test")
            .setProtocolMin(protocol)
            .setProtocolMax(protocol)
            .setAdapter(Adapter.newBuilder().setId(id).setMaxGroups(10).setWorkersPerGroup(1))
            .build();
    var reconciler = new GroupReconciler(new AdapterLimits(10, 1, CapabilitySet.NONE));
    return new AdapterLink(over, hello, reconciler, on, time, Duration.ofMillis(100));
  }

  private void becomes(int groups) {
    await()
        .pollInterval(Duration.ofMillis(50))
        .atMost(Duration.ofSeconds(60))
        .until(() -> decide() && platform.running().size() == groups);
  }

  private boolean decide() {
    platform.progress();
    return service.round(new ControlEvent.Round(List.of(), Map.of(), Map.of()));
  }

  /** So many groups as the dial shows. */
  private record Dial(AtomicInteger size) implements ScalingPolicy {
    @Override
    public String name() {
      return "dial";
    }

    @Override
    public ScalingAdvice advise(ScalingSnapshot snapshot) {
      return new FixedPolicy(size.get(), new GroupBounds(0, 10)).advise(snapshot);
    }
  }
}
