package dev.tidemill.server.route;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;

/** What a handler has to say. */
public sealed interface Answer {
  String JSON = "application/json";

  int status();

  String contentType();

  /** More headers; the server adds what every answer has. */
  Map<String, String> headers();

  /** A finished answer. */
  record Full(int status, String contentType, Map<String, String> headers, ByteBuffer body)
      implements Answer {
    public Full {
      headers = Map.copyOf(headers);
    }

    public Full header(String name, String value) {
      return new Full(status, contentType, with(headers, name, value), body);
    }
  }

  /**
   * An answer that is written piece by piece, on the thread of the handler. The route's time ends
   * with the first byte; from then on each piece has a limit of its own.
   */
  record Streamed(int status, String contentType, Map<String, String> headers, Writer writer)
      implements Answer {
    public Streamed {
      headers = Map.copyOf(headers);
    }

    public Streamed header(String name, String value) {
      return new Streamed(status, contentType, with(headers, name, value), writer);
    }
  }

  /** Writes the body. What it throws cuts the connection, so that nobody takes half for all. */
  @FunctionalInterface
  interface Writer {
    void write(Sink sink) throws Exception;
  }

  /** Where the pieces of a streamed answer go. Used by one thread. */
  interface Sink {
    /**
     * Returns when the piece is on its way: a client that reads slowly slows the writer down.
     *
     * @throws InterruptedException when the client has gone
     */
    void write(ByteBuffer piece) throws Exception;

    default void write(String piece) throws Exception {
      write(UTF_8.encode(piece));
    }

    /** True once the server wants to stop: a stream without an end should end now. */
    boolean stopping();
  }

  static Full json(int status, JsonNode body) {
    // Through a string: half a surrogate pair becomes a question mark instead of an exception.
    return new Full(status, JSON, Map.of(), ByteBuffer.wrap(body.toString().getBytes(UTF_8)));
  }

  static Full json(JsonNode body) {
    return json(200, body);
  }

  static Full text(int status, String contentType, String body) {
    return new Full(status, contentType, Map.of(), ByteBuffer.wrap(body.getBytes(UTF_8)));
  }

  static Streamed stream(String contentType, Writer writer) {
    return new Streamed(200, contentType, Map.of(), writer);
  }

  private static Map<String, String> with(Map<String, String> headers, String name, String value) {
    var more = new HashMap<>(headers);
    more.put(name, value);
    return more;
  }
}
