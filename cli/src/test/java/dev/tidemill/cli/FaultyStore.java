package dev.tidemill.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Stands in front of an HTTP server and does badly what it is told to. One request for each
 * connection; what passes is passed on byte for byte, because requests are signed.
 */
final class FaultyStore implements AutoCloseable {
  private static final int LARGEST_HEAD = 1 << 16;
  private static final Pattern LENGTH = Pattern.compile("(?im)^content-length: *(\\d+)");

  /** What becomes of a request. */
  enum Fault {
    NONE,
    ERROR_500,
    SLOW_DOWN,
    /** The server gets half of what was sent. */
    CUT_REQUEST,
    /** The client gets half of the answer. */
    CUT_ANSWER,
    /** The server did it, and nobody says so. */
    LOST_ANSWER,
    SILENCE
  }

  private final URI target;
  private final ServerSocket listener;
  private final BiFunction<String, Integer, Fault> plan;
  private final List<Socket> open = new CopyOnWriteArrayList<>();
  final List<String> requests = new CopyOnWriteArrayList<>();

  /**
   * @param plan from a request's line, and how many like it came before, to what becomes of it
   */
  FaultyStore(URI target, BiFunction<String, Integer, Fault> plan) throws IOException {
    this.target = target;
    this.plan = plan;
    this.listener = new ServerSocket(0, 128, InetAddress.getLoopbackAddress());
    Thread.ofPlatform().daemon().name("faulty-store").start(this::accept);
  }

  String url() {
    return "http://127.0.0.1:" + listener.getLocalPort();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        open.add(client);
        Thread.ofPlatform().daemon().name("faulty-request").start(() -> serve(client));
      } catch (IOException closed) {
        // Either the listener or a client that gave up.
      }
    }
  }

  private void serve(Socket client) {
    try (client) {
      String head = head(client.getInputStream());
      if (head.isEmpty()) {
        return;
      }
      Fault fault = fault(head.lines().findFirst().orElse("").replaceAll(" HTTP.*|\\?x-id.*", ""));
      OutputStream answer = client.getOutputStream();
      if (head.toLowerCase(Locale.ROOT).contains("expect: 100-continue")) {
        answer.write("HTTP/1.1 100 Continue\r\n\r\n".getBytes(ISO_8859_1));
      }
      byte[] body = client.getInputStream().readNBytes(length(head));
      switch (fault) {
        case ERROR_500 -> answer.write(error("500 Internal Server Error", "InternalError"));
        case SLOW_DOWN -> answer.write(error("503 Slow Down", "SlowDown"));
        case SILENCE -> client.getInputStream().read();
        case CUT_REQUEST -> pass(head, body, body.length / 2);
        case LOST_ANSWER -> pass(head, body, body.length);
        case CUT_ANSWER -> {
          byte[] whole = pass(head, body, body.length);
          int begun = new String(whole, ISO_8859_1).indexOf("\r\n\r\n") + 4;
          answer.write(whole, 0, begun + (whole.length - begun) / 2);
        }
        case NONE -> answer.write(pass(head, body, body.length));
      }
    } catch (IOException gone) {
      // Then nobody waits for an answer.
    } finally {
      open.remove(client);
    }
  }

  private synchronized Fault fault(String line) {
    int before = (int) requests.stream().filter(line::equals).count();
    requests.add(line);
    return plan.apply(line, before);
  }

  /** The answer to so much of a request. */
  private byte[] pass(String head, byte[] body, int bytes) throws IOException {
    try (var server = new Socket(target.getHost(), target.getPort())) {
      String plain =
          head.replaceAll("(?im)^(connection|expect): .*\r\n", "")
              .replaceFirst("\r\n\r\n$", "\r\nConnection: close\r\n\r\n");
      server.getOutputStream().write(plain.getBytes(ISO_8859_1));
      server.getOutputStream().write(body, 0, bytes);
      server.getOutputStream().flush();
      return bytes < body.length ? new byte[0] : server.getInputStream().readAllBytes();
    }
  }

  private static String head(InputStream in) throws IOException {
    var head = new StringBuilder();
    while (head.length() < LARGEST_HEAD && head.indexOf("\r\n\r\n") < 0) {
      int next = in.read();
      if (next < 0) {
        return "";
      }
      head.append((char) next);
    }
    return head.toString();
  }

  private static int length(String head) {
    Matcher length = LENGTH.matcher(head);
    return length.find() ? Integer.parseInt(length.group(1)) : 0;
  }

  private static byte[] error(String status, String code) {
    String xml = "<?xml version=\"1.0\"?><Error><Code>%s</Code></Error>".formatted(code);
    return "HTTP/1.1 %s\r\nContent-Type: application/xml\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s"
        .formatted(status, xml.length(), xml)
        .getBytes(ISO_8859_1);
  }

  @Override
  public void close() {
    try {
      listener.close();
      for (Socket socket : open) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
