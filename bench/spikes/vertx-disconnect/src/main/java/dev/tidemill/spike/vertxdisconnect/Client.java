package dev.tidemill.spike.vertxdisconnect;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.concurrent.TimeUnit;

/** A client on a bare socket that sends one request and leaves in a given way. */
record Client(int port, Leave leave, Sends sends) {
  private static final int BODY = 1 << 20;

  enum Leave {
    FIN,
    RST,
    HALF_CLOSE,
    /** Stays connected and says nothing: what a vanished machine looks like to the server. */
    SILENT
  }

  enum Sends {
    GET,
    /** A second request behind the first, before its answer. */
    TWO_GETS,
    BIG_POST
  }

  void run(String id, Attempt attempt) throws Exception {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      send(socket, id);
      attempt.serverIsWaiting.get(5, TimeUnit.SECONDS);
      Thread.sleep(200);
      attempt.closedAt = System.nanoTime();
      switch (leave) {
        case FIN -> socket.close();
        case RST -> {
          socket.setSoLinger(true, 0);
          socket.close();
        }
        case HALF_CLOSE -> {
          socket.shutdownOutput();
          attempt.answered = readAll(socket);
        }
        case SILENT -> {
          socket.setSoTimeout(4000);
          attempt.answered = socket.getInputStream().read() >= 0;
        }
      }
      attempt.outcome.get(10, TimeUnit.SECONDS);
    }
  }

  private void send(Socket socket, String id) throws IOException {
    String target = "/wait?id=" + id + " HTTP/1.1\r\nHost: test\r\n";
    String head =
        switch (sends) {
          case GET -> "GET " + target + "\r\n";
          case TWO_GETS -> "GET " + target + "\r\nGET " + target + "\r\n";
          case BIG_POST -> "POST " + target + "Content-Length: " + BODY + "\r\n\r\n";
        };
    socket.getOutputStream().write(head.getBytes(US_ASCII));
    if (sends == Sends.BIG_POST) {
      // In the background: the server may never read it all, and then this write never returns.
      Thread.ofVirtual()
          .start(
              () -> {
                try {
                  socket.getOutputStream().write(new byte[BODY]);
                } catch (IOException closedMeanwhile) {
                  // Expected.
                }
              });
    }
  }

  /** True when the answer arrived to its last byte. */
  private static boolean readAll(Socket socket) throws IOException {
    socket.setSoTimeout(4000);
    var text = new String(socket.getInputStream().readAllBytes(), US_ASCII);
    return text.contains("done");
  }
}
