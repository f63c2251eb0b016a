package dev.tidemill.server.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;

/**
 * Where to listen and how much to bear.
 *
 * @param port 0 picks a free one
 * @param stopTime how long requests under way may still take when the server stops
 * @param bodyTime how long the sending of a request may take
 * @param writeTime how long a client may leave a piece of an answer untaken
 * @param idleTime how long a connection may lie idle, or dawdle over the head of a request
 */
public record HttpSettings(
    String host,
    int port,
    int maxRequests,
    int maxConnections,
    Duration stopTime,
    Duration bodyTime,
    Duration writeTime,
    Duration idleTime) {

  public static final String LOOPBACK = "127.0.0.1";

  public static HttpSettings on(String host, int port) {
    return new HttpSettings(
        host,
        port,
        2_000,
        10_000,
        Duration.ofSeconds(20),
        Duration.ofSeconds(60),
        Duration.ofSeconds(60),
        Duration.ofSeconds(75));
  }

  /** Reachable from this machine only? */
  public boolean loopback() {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  public HttpSettings stopTime(Duration other) {
    return new HttpSettings(
        host, port, maxRequests, maxConnections, other, bodyTime, writeTime, idleTime);
  }

  public HttpSettings writeTime(Duration other) {
    return new HttpSettings(
        host, port, maxRequests, maxConnections, stopTime, bodyTime, other, idleTime);
  }

  public HttpSettings most(int requests, int connections) {
    return new HttpSettings(
        host, port, requests, connections, stopTime, bodyTime, writeTime, idleTime);
  }
}
