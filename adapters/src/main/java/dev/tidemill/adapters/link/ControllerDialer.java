package dev.tidemill.adapters.link;

import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.scale.Scaling.ControlAddress;
import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.MetadataUtils;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Asks before every dial who controls: any server of the store knows. For one thread. */
public final class ControllerDialer implements AdapterLink.Dialer, AutoCloseable {
  private static final long KEEP_ALIVE_SECONDS = 10;

  private final Supplier<Optional<ControlAddress>> controllers;
  private final @Nullable String token;
  private @Nullable ManagedChannel channel;

  public ControllerDialer(Supplier<Optional<ControlAddress>> controllers, @Nullable String token) {
    this.controllers = controllers;
    this.token = token;
  }

  @Override
  public Channel dial() {
    ControlAddress to =
        controllers
            .get()
            .orElseThrow(
                () ->
                    Problem.of(CoreError.UNAVAILABLE, "no server is in charge of scaling")
                        .next("one takes over within some seconds, if any runs")
                        .exception());
    close();
    // A new connection each time: the old one may lead to a server that is no longer in charge.
    ManagedChannel fresh =
        NettyChannelBuilder.forTarget("dns:///" + to.grpc())
            .usePlaintext()
            .keepAliveTime(KEEP_ALIVE_SECONDS, TimeUnit.SECONDS)
            .build();
    channel = fresh;
    if (token == null) {
      return fresh;
    }
    var headers = new Metadata();
    headers.put(TokenGate.AUTHORIZATION, TokenGate.BEARER + token);
    return ClientInterceptors.intercept(fresh, MetadataUtils.newAttachHeadersInterceptor(headers));
  }

  @Override
  public void close() {
    ManagedChannel old = channel;
    channel = null;
    if (old != null) {
      old.shutdownNow();
    }
  }
}
