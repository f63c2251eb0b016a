package dev.tidemill.sources;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import javax.net.SocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * Sockets that look at the number they are about to connect to, so that a name which resolves to
 * something else by then gains nothing. Drivers make one by its class name.
 */
public final class GuardedSockets extends SocketFactory {

  /** For drivers, which know its name only. */
  public GuardedSockets() {}

  @Override
  public Socket createSocket() {
    return new Guarded();
  }

  @Override
  public Socket createSocket(String host, int port) throws IOException {
    return connected(new InetSocketAddress(host, port));
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress local, int localPort)
      throws IOException {
    return connected(new InetSocketAddress(host, port));
  }

  @Override
  public Socket createSocket(InetAddress host, int port) throws IOException {
    return connected(new InetSocketAddress(host, port));
  }

  @Override
  public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort)
      throws IOException {
    return connected(new InetSocketAddress(host, port));
  }

  private static Socket connected(InetSocketAddress address) throws IOException {
    Socket socket = new Guarded();
    socket.connect(address, 0);
    return socket;
  }

  private static final class Guarded extends Socket {
    /** Drivers ask for little at a time; while one was busy, much more has come. */
    private static final int READ_AHEAD = 1 << 17;

    private @Nullable InputStream in;

    @Override
    public synchronized InputStream getInputStream() throws IOException {
      InputStream known = in;
      if (known == null) {
        known = new BufferedInputStream(super.getInputStream(), READ_AHEAD);
        in = known;
      }
      return known;
    }

    @Override
    public void connect(SocketAddress endpoint, int timeout) throws IOException {
      if (endpoint instanceof InetSocketAddress address && address.getAddress() != null) {
        SourcePolicy.check(address.getAddress());
      }
      super.connect(endpoint, timeout);
    }

    @Override
    public void connect(SocketAddress endpoint) throws IOException {
      connect(endpoint, 0);
    }
  }
}
