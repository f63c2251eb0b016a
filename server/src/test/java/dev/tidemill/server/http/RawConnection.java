package dev.tidemill.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** A client that says exactly what it is told, right or wrong. */
final class RawConnection implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 60_000;

  private final Socket socket;
  private final InputStream in;

  /** An answer as it came. */
  record Heard(int status, Map<String, String> headers, String body) {
    JsonNode json() {
      try {
        return new JsonMapper().readTree(body);
      } catch (IOException e) {
        throw new AssertionError("not JSON: " + body, e);
      }
    }

    String code() {
      return json().path("code").asText();
    }
  }

  RawConnection(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(PATIENCE_MILLIS);
    in = new BufferedInputStream(socket.getInputStream());
  }

  RawConnection send(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(UTF_8));
    return this;
  }

  RawConnection request(String line, String... headers) throws IOException {
    return send(line + " HTTP/1.1\r\nHost: localhost\r\n")
        .send(headers.length == 0 ? "" : String.join("\r\n", headers) + "\r\n")
        .send("\r\n");
  }

  RawConnection post(String path, String body, String... headers) throws IOException {
    String[] all = new String[headers.length + 1];
    System.arraycopy(headers, 0, all, 0, headers.length);
    all[headers.length] = "Content-Length: " + body.getBytes(UTF_8).length;
    return request("POST " + path, all).send(body);
  }

  /** The next answer, body included unless it answers a HEAD. */
  Heard hear() throws IOException {
    return hear(true);
  }

  Heard hearHead() throws IOException {
    return hear(false);
  }

  private Heard hear(boolean body) throws IOException {
    String first = line();
    Map<String, String> headers = new HashMap<>();
    for (String line = line(); !line.isEmpty(); line = line()) {
      String[] sides = line.split(": ", 2);
      headers.put(sides[0].toLowerCase(Locale.ROOT), sides[1]);
    }
    int status = Integer.parseInt(first.split(" ", 3)[1]);
    int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
    String text = body ? new String(in.readNBytes(length), UTF_8) : "";
    return new Heard(status, headers, text);
  }

  /** One byte, or -1 when the server has closed. */
  int read() throws IOException {
    return in.read();
  }

  String readAll() throws IOException {
    return new String(in.readAllBytes(), UTF_8);
  }

  void leave(Leave how) throws IOException {
    switch (how) {
      case FIN -> socket.close();
      case RST -> {
        socket.setSoLinger(true, 0);
        socket.close();
      }
      case HALF_CLOSE -> socket.shutdownOutput();
    }
  }

  /** Ways to go. */
  enum Leave {
    FIN,
    RST,
    HALF_CLOSE
  }

  String line() throws IOException {
    var line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new EOFException("the server closed after '" + line + "'");
      }
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
