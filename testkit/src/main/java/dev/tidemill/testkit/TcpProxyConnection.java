package dev.tidemill.testkit;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** One client and its connection to the server, pumped by one virtual thread per direction. */
final class TcpProxyConnection {
  private static final int CONNECT_MILLIS = 10_000;

  private final Socket client;
  private final Socket server;
  private final TcpProxyMode mode;
  private final Consumer<TcpProxyConnection> whenClosed;
  private final AtomicInteger openDirections = new AtomicInteger(2);
  private volatile boolean lostBytes;

  TcpProxyConnection(
      Socket client, Socket server, TcpProxyMode mode, Consumer<TcpProxyConnection> whenClosed) {
    this.client = client;
    this.server = server;
    this.mode = mode;
    this.whenClosed = whenClosed;
  }

  void open(InetSocketAddress target) {
    Thread.ofVirtual()
        .name("tcp-proxy-requests")
        .start(
            () -> {
              try {
                mode.awaitPassage(client::isClosed);
                server.connect(target, CONNECT_MILLIS);
                Thread.ofVirtual()
                    .name("tcp-proxy-answers")
                    .start(() -> pump(server, client, true));
                pump(client, server, false);
              } catch (IOException e) {
                reset(); // what a client sees of a server that is not there
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                reset();
              }
            });
  }

  boolean lostBytes() {
    return lostBytes;
  }

  /** Closing with a linger of zero sends RST instead of FIN. */
  void reset() {
    for (Socket socket : new Socket[] {client, server}) {
      try {
        if (!socket.isClosed()) {
          socket.setSoLinger(true, 0);
        }
      } catch (IOException e) {
        // Closed meanwhile.
      }
      close(socket);
    }
    whenClosed.accept(this);
  }

  private void pump(Socket from, Socket to, boolean answers) {
    byte[] buffer = new byte[16 * 1024];
    try {
      for (int n = from.getInputStream().read(buffer); ; n = from.getInputStream().read(buffer)) {
        TcpProxyMode.Kind now = mode.awaitPassage(from::isClosed);
        if (n < 0) {
          to.shutdownOutput();
          break;
        }
        if (answers && now == TcpProxyMode.Kind.DROP_ANSWERS) {
          lostBytes = true;
        } else {
          to.getOutputStream().write(buffer, 0, n);
        }
      }
    } catch (IOException e) {
      reset(); // one side was reset, so the other is too
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      reset();
    }
    if (openDirections.decrementAndGet() == 0) {
      close(client);
      close(server);
      whenClosed.accept(this);
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // Nothing is left to do for it.
    }
  }
}
