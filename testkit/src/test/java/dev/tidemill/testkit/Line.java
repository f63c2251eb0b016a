package dev.tidemill.testkit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Enough of a client for servers that speak in lines. */
final class Line {
  private Line() {}

  /** Sends one line on a fresh connection and returns the first line that comes back. */
  static String ask(int port, String question) throws IOException {
    try (Socket socket = connect(port)) {
      socket.getOutputStream().write((question + "\r\n").getBytes(StandardCharsets.UTF_8));
      return new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))
          .readLine();
    }
  }

  /** What the server says before it is asked anything. */
  static String greeting(int port) throws IOException {
    try (Socket socket = connect(port)) {
      byte[] bytes = new byte[512];
      int n = socket.getInputStream().read(bytes);
      return new String(bytes, 0, Math.max(0, n), StandardCharsets.ISO_8859_1);
    }
  }

  static boolean answers(int port) {
    try (Socket socket = connect(port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  private static Socket connect(int port) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(1000);
    return socket;
  }
}
