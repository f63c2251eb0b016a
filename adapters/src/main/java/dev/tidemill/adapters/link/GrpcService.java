package dev.tidemill.adapters.link;

import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.service.BaseService;
import io.grpc.BindableService;
import io.grpc.Server;
import io.grpc.ServerInterceptor;
import io.grpc.ServerInterceptors;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The gRPC port of a server. */
public final class GrpcService extends BaseService {
  private static final int LARGEST_MESSAGE = 4 << 20;
  private static final long STOP_SECONDS = 5;

  private final String host;
  private final int port;
  private final ServerInterceptor gate;
  private final List<BindableService> services;
  private final List<BindableService> open;
  private volatile @Nullable Server server;

  /**
   * @param port 0 picks one
   * @param services behind the gate
   * @param open for anyone
   */
  public GrpcService(
      String host,
      int port,
      ServerInterceptor gate,
      List<? extends BindableService> services,
      List<? extends BindableService> open) {
    super("grpc");
    this.host = host;
    this.port = port;
    this.gate = gate;
    this.services = List.copyOf(services);
    this.open = List.copyOf(open);
  }

  /** Where it listens, once started. */
  public int port() {
    Server running = server;
    if (running == null) {
      throw new IllegalStateException("the gRPC port is not open");
    }
    return running.getPort();
  }

  @Override
  protected void open() {
    var builder =
        NettyServerBuilder.forAddress(new InetSocketAddress(host, port))
            .maxInboundMessageSize(LARGEST_MESSAGE)
            .permitKeepAliveWithoutCalls(true)
            .permitKeepAliveTime(5, TimeUnit.SECONDS);
    services.forEach(service -> builder.addService(ServerInterceptors.intercept(service, gate)));
    open.forEach(builder::addService);
    try {
      server = builder.build().start();
    } catch (IOException e) {
      throw Problem.of(
              CoreError.UNAVAILABLE, "the gRPC port %s:%d cannot be opened".formatted(host, port))
          .field("grpc.port")
          .cause(String.valueOf(Objects.requireNonNullElse(e.getCause(), e).getMessage()))
          .next("choose another with --grpc-port, or 0 for any")
          .exception(e);
    }
  }

  @Override
  protected void close() {
    Server running = server;
    server = null;
    if (running == null) {
      return;
    }
    running.shutdownNow();
    try {
      if (!running.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS)) {
        throw new IllegalStateException("the gRPC port did not close");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
