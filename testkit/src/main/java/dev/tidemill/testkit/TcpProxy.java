package dev.tidemill.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A loopback proxy that can be a bad network. A change of mode holds for everything that is caused
 * after the call returned; bytes already on their way may still arrive. Thread-safe.
 */
public final class TcpProxy implements AutoCloseable {
  private static final int MOST_CONNECTIONS = 512;

  private final URI target;
  private final ServerSocket listener;
  private final TcpProxyMode mode = new TcpProxyMode();
  private final Set<TcpProxyConnection> connections = ConcurrentHashMap.newKeySet();

  private TcpProxy(URI target, ServerSocket listener) {
    this.target = target;
    this.listener = listener;
  }

  /** Stands in front of the server that a URL with host and port names. */
  public static TcpProxy inFrontOf(String url) {
    try {
      ServerSocket listener = new ServerSocket(0, 128, InetAddress.getLoopbackAddress());
      TcpProxy proxy = new TcpProxy(URI.create(url), listener);
      Thread.ofVirtual().name("tcp-proxy-" + proxy.port()).start(proxy::acceptAll);
      return proxy;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public int port() {
    return listener.getLocalPort();
  }

  /** The server's URL with the proxy's address in it. */
  public String url() {
    try {
      return new URI(
              target.getScheme(),
              target.getUserInfo(),
              "127.0.0.1",
              port(),
              target.getPath(),
              target.getQuery(),
              null)
          .toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException("No URL like " + target + " for port " + port(), e);
    }
  }

  /** Resets (RST) all connections, on both sides. New ones are treated as the mode says. */
  public void cut() {
    connections.forEach(TcpProxyConnection::reset);
  }

  /** Connections are accepted and stay open, but nothing passes: a partition, until heal. */
  public void blackhole() {
    mode.set(TcpProxyMode.Kind.BLACKHOLE);
  }

  /** Requests pass, answers are thrown away: the server acts, and the client never learns. */
  public void dropAnswers() {
    mode.set(TcpProxyMode.Kind.DROP_ANSWERS);
  }

  /**
   * All passes again. What a black hole held back is delivered, as after a partition; a connection
   * that lost answers is reset, since its stream has a hole.
   */
  public void heal() {
    mode.set(TcpProxyMode.Kind.FORWARD);
    connections.stream().filter(TcpProxyConnection::lostBytes).forEach(TcpProxyConnection::reset);
  }

  /** Connections that are open now. */
  public int connections() {
    return connections.size();
  }

  @Override
  public void close() {
    try {
      listener.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      cut();
    }
  }

  private void acceptAll() {
    while (!listener.isClosed()) {
      try {
        serve(listener.accept());
      } catch (IOException e) {
        // The listener was closed, or a client was gone before it was accepted.
      }
    }
  }

  private void serve(Socket client) throws IOException {
    Socket server = new Socket();
    TcpProxyConnection connection =
        new TcpProxyConnection(client, server, mode, connections::remove);
    if (connections.size() >= MOST_CONNECTIONS) {
      connection.reset();
      return;
    }
    connections.add(connection);
    connection.open(new InetSocketAddress(target.getHost(), target.getPort()));
    if (listener.isClosed()) {
      connection.reset();
    }
  }
}
