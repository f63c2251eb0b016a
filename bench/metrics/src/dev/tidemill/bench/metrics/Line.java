package dev.tidemill.bench.metrics;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;

/** One connection that is kept, without a client library whose time would be counted, too. */
final class Line implements AutoCloseable {
  private final Socket socket;
  private final InputStream in;

  Line(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(120_000);
    in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
  }

  /** A request as it goes over the line. */
  static byte[] request(Question question) {
    var body = new StringBuilder();
    for (Map.Entry<String, String> field : question.form().entrySet()) {
      body.append(body.isEmpty() ? "" : "&")
          .append(field.getKey())
          .append('=')
          .append(URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8));
    }
    return ("POST " + question.path() + " HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: "
            + body.length() + "\r\n\r\n" + body)
        .getBytes(StandardCharsets.US_ASCII);
  }

  /** Returns how many bytes the answer's body has. */
  int ask(byte[] request) throws IOException {
    socket.getOutputStream().write(request);
    String status = line();
    if (!status.startsWith("HTTP/1.1 200")) {
      throw new IllegalStateException(status);
    }
    int length = -1;
    for (String header = line(); !header.isEmpty(); header = line()) {
      String lower = header.toLowerCase(Locale.ROOT);
      if (lower.startsWith("content-length:")) {
        length = Integer.parseInt(lower.substring(15).strip());
      }
    }
    if (length >= 0) {
      in.skipNBytes(length);
      return length;
    }
    int all = 0;
    for (int chunk = chunk(); chunk > 0; chunk = chunk()) {
      in.skipNBytes(chunk + 2);
      all += chunk;
    }
    line();
    return all;
  }

  private int chunk() throws IOException {
    return Integer.parseInt(line(), 16);
  }

  private String line() throws IOException {
    var text = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new EOFException();
      }
      if (c != '\r') {
        text.append((char) c);
      }
    }
    return text.toString();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
